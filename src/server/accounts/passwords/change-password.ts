import type { SessionBody } from '../../../contract/http/accounts.ts';
import type { UserId } from '../../../contract/ids.ts';
import type { Deps } from '../../deps.ts';
import { proveOwnFactor } from '../factors/prove-factor.ts';
import { findUser } from '../find-user.ts';
import { openSession, type Place } from '../sessions/open-session.ts';
import { checkOwnPassword, hasPassword } from './check-own-password.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './password-hash.ts';
import { setPassword } from './set-password.ts';

/**
 * Sets another password, or the first one of an account that signs in through Google, and tells the person by mail.
 * Every session ends; the caller gets a new one.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, `password-weak`, `second-factor-wrong`.
 */
export async function changePassword(
  deps: Deps,
  userId: UserId,
  change: {
    readonly current?: string | undefined;
    readonly password: string;
    readonly code?: string | undefined;
  },
  place: Place,
  signal: AbortSignal,
): Promise<SessionBody> {
  const { db } = deps.database;
  const user = await findUser(db, userId);
  if (await hasPassword(db, deps.config, user)) await checkOwnPassword(deps, user, change.current);
  await checkPassword(change.password, [user.name, user.email]);
  await proveOwnFactor(deps, user, change.code, signal);
  const passwordHash = await hashPassword(change.password);
  const session = await db.transaction(async (tx) => {
    await setPassword(tx, userId, passwordHash, deps.now());
    return openSession(tx, deps, userId, place);
  });
  deps.services.mailer?.send(user, { kind: 'password-changed' });
  return session;
}
