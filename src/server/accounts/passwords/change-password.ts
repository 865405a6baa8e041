import type { SessionBody } from '../../../contract/http/accounts.ts';
import type { Deps } from '../../deps.ts';
import { proveOwnFactor } from '../factors/prove-factor.ts';
import { findUser } from '../find-user.ts';
import type { Caller } from '../sessions/access-token.ts';
import { checkConfirmed } from '../sessions/confirm-session.ts';
import { openSession, type Place } from '../sessions/open-session.ts';
import { checkOwnPassword, hasPassword } from './check-own-password.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './password-hash.ts';
import { setPassword } from './set-password.ts';

/**
 * Sets another password, or the first one of an account that signs in through Google, and tells the person by mail.
 * Every session ends; the caller gets a new one. Before a first one a sign-in of the last 15 minutes stands for what there is not
 * to be given: whoever found the session open does not get a password with it.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, `password-needed` where there is none and the sign-in is older, `password-weak`,
 *   `second-factor-wrong`.
 */
export async function changePassword(
  deps: Deps,
  { userId, sessionId }: Caller,
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
  else await checkConfirmed(db, sessionId, deps.now());
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
