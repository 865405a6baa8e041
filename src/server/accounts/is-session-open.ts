import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { refreshTokens, users } from '../db/schema/accounts.ts';

/**
 * Makes what tells whether a session goes on: one lookup by index, asked with every call, so that a session that was
 * closed anywhere, or whose account was, is over everywhere at once. Its statement is written once.
 */
export function prepareSessionCheck(db: Queryable): (sessionId: string) => Promise<boolean> {
  const lookup = db
    .select({ userId: refreshTokens.userId })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .where(
      and(
        eq(refreshTokens.family, sql.placeholder('family')),
        isNull(refreshTokens.revokedAt),
        isNull(users.closedAt),
      ),
    )
    .limit(1)
    // Without a name: poolers between us and PostgreSQL may not keep named statements.
    .prepare('');
  return async (family) => (await lookup.execute({ family })).length > 0;
}

/** @param sessionId The family of its refresh tokens. */
export async function isSessionOpen(db: Queryable, sessionId: string): Promise<boolean> {
  return prepareSessionCheck(db)(sessionId);
}
