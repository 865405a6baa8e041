import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { refreshTokens, users } from '../db/schema/accounts.ts';

/**
 * Whether a session goes on: one lookup by index, asked with every call, so that a session that was closed anywhere, or
 * whose account was, is over everywhere at once.
 *
 * @param sessionId The family of its refresh tokens.
 */
export async function isSessionOpen(db: Queryable, sessionId: string): Promise<boolean> {
  const [token] = await db
    .select({ userId: refreshTokens.userId })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .where(and(eq(refreshTokens.family, sessionId), isNull(refreshTokens.revokedAt), isNull(users.closedAt)))
    .limit(1);
  return token !== undefined;
}
