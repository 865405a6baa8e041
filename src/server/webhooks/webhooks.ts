import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, isNotNull, or, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import {
  MAX_WEBHOOKS,
  type NewWebhookBody,
  type WebhookBody,
  type WebhookChangeBody,
} from '../../contract/http/keys/webhooks.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Db, Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts';

type WebhookRow = typeof webhooks.$inferSelect;

/** Webhooks of an account, the oldest first. */
export async function listWebhooks(db: Queryable, userId: UserId): Promise<WebhookBody[]> {
  const own = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  return Promise.all(own.map((row) => describe(db, row)));
}

/**
 * One of them.
 *
 * @param isLocked It is not changed before the transaction ends.
 * @throws AppError `not-found`, also for somebody else's.
 */
export async function findWebhook(
  db: Queryable,
  userId: UserId,
  id: string,
  isLocked = false,
): Promise<WebhookRow> {
  const found = db.select().from(webhooks).where(isOf(userId, id));
  const [row] = await (isLocked ? found.for('key share') : found);
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return row;
}

/** Makes one, which is told of what happens from now on. @throws AppError `webhook-limit`. */
export async function makeWebhook(
  db: Db,
  userId: UserId,
  { url, events }: NewWebhookBody,
): Promise<WebhookBody & { readonly generation: number }> {
  const row = await db.transaction(async (tx) => {
    // Two at the same time count one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const [own] = await tx.select({ count: count() }).from(webhooks).where(eq(webhooks.userId, userId));
    if ((own?.count ?? 0) >= MAX_WEBHOOKS) throw new AppError({ code: 'webhook-limit', limit: MAX_WEBHOOKS });
    const [made] = await tx
      .insert(webhooks)
      .values({ id: randomUUID(), userId, url, events: [...events] })
      .returning();
    return made as WebhookRow;
  });
  return { ...(await describe(db, row)), generation: row.generation };
}

/** Changes where it leads, what it is told of, and whether. What waits goes to the new address. @throws AppError `not-found`. */
export async function changeWebhook(
  db: Db,
  userId: UserId,
  id: string,
  { url, events, is_on: isOn }: WebhookChangeBody,
): Promise<WebhookBody> {
  const row = await db.transaction(async (tx) => {
    // Locked first: a render that ends meanwhile is told as the webhook was, or as it is.
    const [found] = await tx.select().from(webhooks).where(isOf(userId, id)).for('update');
    if (found === undefined) throw new AppError({ code: 'not-found' });
    const changed = {
      url: url ?? found.url,
      events: events ?? found.events,
      isOn: isOn ?? found.isOn,
    };
    await tx.update(webhooks).set(changed).where(eq(webhooks.id, id));
    if (!changed.isOn) {
      const waits = and(eq(webhookDeliveries.webhookId, id), isNotNull(webhookDeliveries.dueAt));
      await tx.update(webhookDeliveries).set({ dueAt: null }).where(waits);
    }
    return { ...found, ...changed };
  });
  return describe(db, row);
}

/** Its secret is made anew. @returns Which it is. @throws AppError `not-found`. */
export async function rollSecret(
  db: Queryable,
  userId: UserId,
  id: string,
  now: Date,
): Promise<{ readonly generation: number }> {
  const [row] = await db
    .update(webhooks)
    .set({ generation: sql`${webhooks.generation} + 1`, rolledAt: now })
    .where(isOf(userId, id))
    .returning({ generation: webhooks.generation });
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return row;
}

/** It is told of nothing more, and what was told goes with it. @throws AppError `not-found`. */
export async function removeWebhook(db: Queryable, userId: UserId, id: string): Promise<void> {
  const removed = await db.delete(webhooks).where(isOf(userId, id)).returning({ id: webhooks.id });
  if (removed.length === 0) throw new AppError({ code: 'not-found' });
}

function isOf(userId: UserId, id: string) {
  return and(eq(webhooks.id, id), eq(webhooks.userId, userId));
}

async function describe(db: Queryable, row: WebhookRow): Promise<WebhookBody> {
  const { webhookId, triedAt, status, error, dueAt } = webhookDeliveries;
  const isIts = eq(webhookId, row.id);
  const [waiting] = await db
    .select({ count: count() })
    .from(webhookDeliveries)
    .where(and(isIts, isNotNull(dueAt)));
  const [last] = await db
    .select({ triedAt, status, error })
    .from(webhookDeliveries)
    .where(and(isIts, or(isNotNull(status), isNotNull(error))))
    .orderBy(sql`${triedAt} desc`)
    .limit(1);
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    is_on: row.isOn,
    created_at: row.createdAt.toISOString(),
    waiting: waiting?.count ?? 0,
    last_try: last?.triedAt
      ? { at: last.triedAt.toISOString(), status: last.status, error: last.error }
      : null,
  };
}
