import { eq } from 'drizzle-orm';
import type { Db, Queryable } from '../../db/database.ts';
import { refreshTokens } from '../../db/schema/accounts.ts';
import { endSessions } from './end-sessions.ts';
import { hashToken } from './refresh-token.ts';

/** Signs out: nothing that was issued from one sign-in works any more, access tokens neither. */
export async function closeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.transaction((tx) => endSessions(tx, eq(refreshTokens.family, sessionId), now));
}

/** The session that a refresh token goes on with; null for an unknown one. */
export async function findSession(db: Queryable, token: string): Promise<string | null> {
  const [found] = await db
    .select({ family: refreshTokens.family })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashToken(token)));
  return found?.family ?? null;
}
