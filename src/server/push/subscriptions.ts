import { and, desc, eq, ne, notInArray, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { PushSubscriptionBody } from '../../contract/http/notices.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Caller } from '../accounts/sessions/access-token.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { isAmong } from '../db/prepare-read.ts';
import { users } from '../db/schema/accounts.ts';
import { pushSubscriptions } from '../db/schema/push.ts';

/** Devices of one person that are told; with one more the oldest is told no longer. */
export const SUBSCRIPTIONS_MAX = 20;

/** Address of the push service that the caller's session is subscribed at; null without one. */
export async function findSubscription(db: Queryable, caller: Caller): Promise<string | null> {
  const { endpoint } = pushSubscriptions;
  const [found] = await db.select({ endpoint }).from(pushSubscriptions).where(isOf(caller));
  return found?.endpoint ?? null;
}

/**
 * The device of this session is told from now on, at this address. One session has one; the browser's own subscription
 * moves along when somebody signs in anew, which its keys prove.
 *
 * @throws AppError `forbidden` for the address of another device.
 */
export async function saveSubscription(
  db: Db,
  caller: Caller,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionBody,
): Promise<void> {
  const { userId, sessionId } = caller;
  await db.transaction(async (tx) => {
    // One at a time for a person, so that the number holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const sameAddress = and(
      eq(pushSubscriptions.endpoint, endpoint),
      ne(pushSubscriptions.sessionId, sessionId),
    );
    const [held] = await tx.select().from(pushSubscriptions).where(sameAddress);
    if (held !== undefined && (held.p256dh !== p256dh || held.auth !== auth))
      throw new AppError({ code: 'forbidden' });
    await tx.delete(pushSubscriptions).where(sameAddress);
    const row = { endpoint, p256dh, auth, userId, createdAt: sql`now()` };
    await tx
      .insert(pushSubscriptions)
      .values({ sessionId, ...row })
      .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: row });
    await dropOldest(tx, userId);
  });
}

async function dropOldest(tx: Transaction, userId: number): Promise<void> {
  const newest = tx
    .select({ id: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt))
    .limit(SUBSCRIPTIONS_MAX);
  const isTooMany = and(
    eq(pushSubscriptions.userId, userId),
    notInArray(pushSubscriptions.sessionId, newest),
  );
  await tx.delete(pushSubscriptions).where(isTooMany);
}

/** The device of this session is told no longer. */
export async function removeSubscription(db: Queryable, caller: Caller): Promise<void> {
  await db.delete(pushSubscriptions).where(isOf(caller));
}

/** Sessions of a person whose devices are told, and since when. */
export async function listSubscriptions(
  db: Queryable,
  userId: UserId,
): Promise<{ sessionId: string; createdAt: Date }[]> {
  const { sessionId, createdAt } = pushSubscriptions;
  return db
    .select({ sessionId, createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
}

/** Sessions are over, and what their devices were told with them. */
export async function forgetSubscriptions(tx: Transaction, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await tx.delete(pushSubscriptions).where(isAmong(pushSubscriptions.sessionId, sessionIds));
}

function isOf({ userId, sessionId }: Caller) {
  return and(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.userId, userId));
}
