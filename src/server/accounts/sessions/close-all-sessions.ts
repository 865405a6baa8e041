import { eq } from 'drizzle-orm';
import type { UserId } from '../../../contract/ids.ts';
import type { Transaction } from '../../db/database.ts';
import { refreshTokens } from '../../db/schema/accounts.ts';
import { endSessions } from './end-sessions.ts';

/** Signs a person out everywhere, at once. */
export async function closeAllSessions(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await endSessions(tx, eq(refreshTokens.userId, userId), now);
}
