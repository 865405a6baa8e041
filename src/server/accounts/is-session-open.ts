import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { refreshTokens } from '../db/schema/accounts.ts';

/**
 * Whether a session goes on: one lookup by index, asked with every call, so that a session that was closed anywhere is
 * over everywhere at once.
 *
 * @param sessionId The family of its refresh tokens.
 */
export async function isSessionOpen(db: Queryable, sessionId: string): Promise<boolean> {
  const [token] = await db
    .select({ userId: refreshTokens.userId })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.family, sessionId), isNull(refreshTokens.revokedAt)))
    .limit(1);
  return token !== undefined;
}
