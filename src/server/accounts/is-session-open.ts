import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { refreshTokens, users } from '../db/schema/accounts.ts';

/**
 * The account of a session that goes on, by one lookup by index; no row for one that was closed anywhere, or whose account
 * was.
 *
 * @param sessionId The family of its refresh tokens.
 */
export function selectOpenSession(db: Queryable, sessionId: string | Placeholder) {
  return db
    .select({ userId: refreshTokens.userId })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .where(and(eq(refreshTokens.family, sessionId), isNull(refreshTokens.revokedAt), isNull(users.closedAt)))
    .limit(1);
}

/**
 * Makes what tells whether a session goes on, asked with every call, so that one that is over is over everywhere at once.
 * Its statement is written once.
 */
export function prepareSessionCheck(db: Queryable): (sessionId: string) => Promise<boolean> {
  // Without a name: poolers between us and PostgreSQL may not keep named statements.
  const lookup = selectOpenSession(db, sql.placeholder('family')).prepare('');
  return async (family) => (await lookup.execute({ family })).length > 0;
}

export async function isSessionOpen(db: Queryable, sessionId: string): Promise<boolean> {
  return prepareSessionCheck(db)(sessionId);
}
