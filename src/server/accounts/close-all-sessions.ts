import { and, eq, isNull } from 'drizzle-orm';
import type { UserId } from '../../contract/ids.ts';
import type { Db } from '../db/database.ts';
import { refreshTokens } from '../db/schema/accounts.ts';

/** Signs a person out everywhere; access tokens that are out there end within 10 minutes. */
export async function closeAllSessions(db: Db, userId: UserId, now: Date): Promise<void> {
  await db
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(and(eq(refreshTokens.userId, userId), isNull(refreshTokens.revokedAt)));
}
