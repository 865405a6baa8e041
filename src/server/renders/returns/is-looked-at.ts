import { and, eq, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { DAY_MS, RETURN_DAYS } from '../../../contract/constants.ts';
import type { UserId } from '../../../contract/ids.ts';
import { RETURNS_FREE } from '../../../contract/returns.ts';
import type { Transaction } from '../../db/database.ts';
import { wallets } from '../../db/schema/money.ts';
import { renderImages, renderReturns, renders } from '../../db/schema/renders.ts';

/**
 * Whether so many of a person's pictures were sent back lately, or failed the check, that staff look at one more before
 * credits come back ({@link RETURNS_FREE}). Both are in the person's hand: a reason costs nothing to give, and what an order
 * says of its product is what its pictures are measured by.
 *
 * Locks the wallet first: two pictures of one person at once count each other.
 *
 * @returns With the balance.
 */
export async function isLookedAt(
  tx: Transaction,
  userId: UserId,
  kind: 'sent-back' | 'failed-check',
  now: Date,
): Promise<{ readonly isLookedAt: boolean; readonly balance: number }> {
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.userId, userId)).for('update');
  const balance = wallet?.balance ?? 0;
  const since = new Date(now.getTime() - RETURN_DAYS * DAY_MS);
  const isOwn = and(
    eq(renders.userId, userId),
    ne(renders.engine, 'studio'),
    eq(renders.madeOnDevice, false),
    // What came with a project file never ran here, and cost nothing.
    isNotNull(renders.startedAt),
    gte(renders.createdAt, since),
  );
  const isFailed = eq(renderReturns.reason, 'failed-check');
  const [returned] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(renderReturns)
    .innerJoin(renders, eq(renders.id, renderReturns.renderId))
    .where(and(isOwn, kind === 'failed-check' ? isFailed : ne(renderReturns.reason, 'failed-check')));
  const count = returned?.count ?? 0;
  if (count < RETURNS_FREE.count) return { isLookedAt: false, balance };
  const isReturned = and(
    eq(renderReturns.renderId, renderImages.renderId),
    eq(renderReturns.batchIndex, renderImages.batchIndex),
    isFailed,
  );
  // Only what was paid can be sent back; the check is made of all.
  const isPaid = or(isNull(renderReturns.renderId), eq(renderReturns.refunded, 0));
  const [made] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(renderImages)
    .innerJoin(renders, eq(renders.id, renderImages.renderId))
    .leftJoin(renderReturns, isReturned)
    .where(and(isOwn, kind === 'failed-check' ? undefined : isPaid));
  return { isLookedAt: count + 1 > RETURNS_FREE.share * (made?.count ?? 0), balance };
}
