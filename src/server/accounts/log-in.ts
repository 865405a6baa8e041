import { eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { SessionBody } from '../../contract/http/accounts.ts';
import { UserId } from '../../contract/ids.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { openSession } from './open-session.ts';
import { verifyPassword } from './password-hash.ts';

/**
 * Signs in with e-mail (in any case) and password. An unknown e-mail takes as long as a wrong password.
 *
 * @throws AppError `credentials-wrong`.
 */
export async function logIn(
  deps: Deps,
  credentials: { readonly email: string; readonly password: string },
): Promise<SessionBody> {
  const { db } = deps.database;
  const emailKey = credentials.email.trim().toLowerCase();
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.emailKey, emailKey));
  const isRight = await verifyPassword(user?.passwordHash ?? null, credentials.password);
  if (!user || !isRight) throw new AppError({ code: 'credentials-wrong' });
  return db.transaction((tx) => openSession(tx, deps, UserId.parse(user.id)));
}
