import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { refreshTokens } from '../db/schema/accounts.ts';
import { hashToken } from './refresh-token.ts';

/** Signs out: revokes the token and everything issued from the same sign-in. An unknown token is no failure. */
export async function closeSession(db: Db, token: string, now: Date): Promise<void> {
  const family = db
    .select({ family: refreshTokens.family })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashToken(token)));
  await db.update(refreshTokens).set({ revokedAt: now }).where(inArray(refreshTokens.family, family));
}
