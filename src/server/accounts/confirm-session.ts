import { and, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Db, Queryable } from '../db/database.ts';
import { refreshTokens } from '../db/schema/accounts.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { findUser } from './find-user.ts';

/** How long a password that was given stands for who holds the session. */
const CONFIRMED_MS = 15 * 60_000;

/** Takes the password of who is signed in once more. @throws AppError `password-wrong`. */
export async function confirmSession(
  db: Db,
  who: { readonly userId: UserId; readonly sessionId: string },
  password: string,
  now: Date,
): Promise<void> {
  await checkOwnPassword(await findUser(db, who.userId), password);
  const { family, userId, revokedAt } = refreshTokens;
  await db
    .update(refreshTokens)
    .set({ confirmedAt: now })
    .where(and(eq(family, who.sessionId), eq(userId, who.userId), isNull(revokedAt)));
}

/**
 * Lets on only who signed in, or gave the password, within the last 15 minutes: whoever found a device signed in does
 * not get further with it.
 *
 * @throws AppError `password-needed`.
 */
export async function checkConfirmed(db: Queryable, sessionId: string, now: Date): Promise<void> {
  const [recent] = await db
    .select({ id: refreshTokens.family })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.family, sessionId),
        isNull(refreshTokens.revokedAt),
        gt(refreshTokens.confirmedAt, new Date(now.getTime() - CONFIRMED_MS)),
      ),
    )
    .limit(1);
  if (recent === undefined) throw new AppError({ code: 'password-needed' });
}
