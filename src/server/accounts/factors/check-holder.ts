import type { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { checkOwnPassword } from '../passwords/check-own-password.ts';
import { checkConfirmed } from '../sessions/confirm-session.ts';

/**
 * Makes sure that whoever holds the session knows the account's password; where the company's sign-in is the only way in,
 * nobody can set one, and a sign-in of the last 15 minutes stands for it.
 *
 * @throws AppError `password-wrong`, `password-needed` where the sign-in is older.
 */
export async function checkHolder(
  { database, config, now }: Pick<Deps, 'database' | 'config' | 'now'>,
  user: Pick<typeof users.$inferSelect, 'passwordHash'>,
  sessionId: string,
  password: string | undefined,
): Promise<void> {
  if (!config.localSignIn) return checkConfirmed(database.db, sessionId, now());
  await checkOwnPassword({ config }, user, password);
}
