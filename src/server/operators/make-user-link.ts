import { makeResetLink } from '../accounts/passwords/make-reset-link.ts';
import { SetupError } from '../process/setup-error.ts';
import { noteAct } from '../staff/note-act.ts';
import { findByEmail } from './find-by-email.ts';
import type { Instance } from './open-instance.ts';

/** A link with which somebody chooses a password. It cannot be told twice. */
export interface UserLink {
  readonly email: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** @throws SetupError where nobody signs in with a password. */
export function checkPasswords({ config }: Pick<Instance, 'config'>): void {
  if (config.localSignIn) return;
  throw new SetupError(
    'Nobody signs in with a password here (LOCAL_SIGN_IN=off): the company lets people in.',
  );
}

/** A link to a new password: good for 24 hours, once. Earlier ones stop working. @throws SetupError. */
export async function makeUserLink(instance: Instance, email: string): Promise<UserLink> {
  checkPasswords(instance);
  const userId = await findByEmail(instance.db, email);
  return instance.db.transaction(async (tx) => {
    const made = await makeResetLink(tx, instance, userId);
    await noteAct(tx, { staffId: null, act: 'reset-link-made', userId, detail: {} });
    return { email, ...made };
  });
}
