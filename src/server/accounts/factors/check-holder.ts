import type { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { checkOwnPassword, hasPassword } from '../passwords/check-own-password.ts';
import { checkConfirmed } from '../sessions/confirm-session.ts';

/**
 * Makes sure that whoever holds the session knows the account's password; where the company's sign-in is the only way in,
 * nobody but the owner can set one, and a sign-in of the last 15 minutes stands for it, from when the provider asked who it is.
 *
 * @throws AppError `password-wrong`, `password-needed` where the sign-in is older.
 */
export async function checkHolder(
  deps: Pick<Deps, 'database' | 'config' | 'now'>,
  user: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
  sessionId: string,
  password: string | undefined,
): Promise<void> {
  const { db } = deps.database;
  if (!deps.config.localSignIn && !(await hasPassword(db, deps.config, user)))
    return checkConfirmed(db, sessionId, deps.now());
  await checkOwnPassword(deps, user, password);
}
