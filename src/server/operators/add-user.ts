import { z } from 'zod';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { createAccount } from '../accounts/create-account.ts';
import { makeResetLink } from '../accounts/passwords/make-reset-link.ts';
import { SetupError } from '../process/setup-error.ts';
import { copySampleProject } from '../projects/copy-sample-project.ts';
import { hasSampleProject } from '../projects/sample-template.ts';
import { noteAct } from '../staff/note-act.ts';
import { checkPasswords, type UserLink } from './make-user-link.ts';
import type { Instance } from './open-instance.ts';

const Email = z.email().max(254);

/**
 * Makes an account that whoever runs the server vouches for, invited or not, with a link to its first password: good for 24 hours,
 * once.
 *
 * @throws SetupError for what is no e-mail, and before the first start of the server; AppError `email-taken`.
 */
export async function addUser(
  instance: Instance,
  person: { readonly email: string; readonly name: string; readonly language: AccountLanguage },
): Promise<UserLink> {
  const { email } = person;
  checkPasswords(instance);
  if (!Email.safeParse(email).success) throw new SetupError(`${email} is no e-mail.`);
  if (!(await hasSampleProject(instance.db))) {
    throw new SetupError('Start the server once: what a new account gets is not there yet.');
  }
  const deps = { ...instance, onUserCreated: copySampleProject };
  return instance.db.transaction(async (tx) => {
    const account = { ...person, passwordHash: null, isProven: true, isApproved: true };
    const userId = await createAccount(tx, deps, account);
    const made = await makeResetLink(tx, instance, userId);
    await noteAct(tx, { staffId: null, act: 'reset-link-made', userId, detail: {} });
    return { email, ...made };
  });
}
