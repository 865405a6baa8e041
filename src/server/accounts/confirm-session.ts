import { and, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { refreshTokens } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { findUser } from './find-user.ts';
import { hasFactor, proveFactor } from './prove-factor.ts';

/** How long a password that was given stands for who holds the session. */
const CONFIRMED_MS = 15 * 60_000;

/**
 * Takes the password of who is signed in once more, and a code where they have a second factor.
 *
 * @param signal Ends the wait.
 * @throws AppError `password-wrong`, `second-factor-wrong`.
 */
export async function confirmSession(
  deps: Deps,
  who: { readonly userId: UserId; readonly sessionId: string },
  proof: { readonly password: string; readonly code?: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.database;
  const user = await findUser(db, who.userId);
  await checkOwnPassword(user, proof.password);
  if (await hasFactor(db, user.id)) await proveFactor(deps, user, proof.code, signal);
  const { family, userId, revokedAt } = refreshTokens;
  await db
    .update(refreshTokens)
    .set({ confirmedAt: deps.now() })
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
