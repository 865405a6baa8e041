import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { UserId } from '../../../contract/ids.ts';
import type { Queryable } from '../../db/database.ts';
import { prepareSql } from '../../db/prepare-read.ts';
import { refreshTokens, users } from '../../db/schema/accounts.ts';
import { selectWorkingKey } from '../keys/read-api-key.ts';

/**
 * The account of a session that goes on, or of an API key that works, by one lookup by index each, as a select of one column;
 * no row for one that was closed anywhere, or whose account was.
 *
 * @param session The family of its refresh tokens, or the key's id.
 */
export function selectOpenSession(session: Placeholder): SQL<UserId> {
  return sql`(select ${refreshTokens.userId} as user_id from ${refreshTokens}
    inner join ${users} on ${users.id} = ${refreshTokens.userId}
    where ${refreshTokens.family} = ${session} and ${refreshTokens.revokedAt} is null and ${users.closedAt} is null
    limit 1) union all (${selectWorkingKey(session)}) limit 1`;
}

const readOpen = prepareSql<{ session: string }, { user_id: UserId }>((given) =>
  selectOpenSession(given('session')),
);

/** Whether a session goes on: asked with every call, so that one that is over is over everywhere at once. */
export async function isSessionOpen(db: Queryable, sessionId: string): Promise<boolean> {
  return (await readOpen(db, { session: sessionId })).length > 0;
}
