import { and, isNull, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { refreshTokens } from '../../db/schema/accounts.ts';
import { forgetSubscriptions } from '../../push/subscriptions.ts';

/**
 * Revokes tokens, and what they stand for ends with the transaction: refreshing, access tokens, live channels, and that
 * their devices are told of pictures.
 *
 * @param which Of whole sessions, or of whole accounts.
 */
export async function endSessions(tx: Transaction, which: SQL, now: Date): Promise<void> {
  const isOpen = and(which, isNull(refreshTokens.revokedAt));
  // A refresh that is under way adds a token: only a statement that begins after it sees that one.
  await tx
    .select({ hash: refreshTokens.tokenHash })
    .from(refreshTokens)
    .where(isOpen)
    .orderBy(refreshTokens.tokenHash)
    .for('update');
  const ended = await tx
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(isOpen)
    .returning({ sessionId: refreshTokens.family });
  const sessionIds = [...new Set(ended.map((token) => token.sessionId))];
  await forgetSubscriptions(tx, sessionIds);
  for (const sessionId of sessionIds) await announce(tx, 'session_ended', sessionId);
}
