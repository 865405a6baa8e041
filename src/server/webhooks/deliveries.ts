import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import { DELIVERIES_PAGE, type DeliveryBody } from '../../contract/http/keys/webhooks.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import { carryTrace } from '../tracing/span.ts';
import { wakeDeliveries, writeMessage } from './note-event.ts';
import { findWebhook } from './webhooks.ts';

type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A page of what a webhook was told, the newest first. @throws AppError `not-found`. */
export async function listDeliveries(
  db: Queryable,
  userId: UserId,
  webhookId: string,
  before: number | null,
): Promise<{ results: DeliveryBody[]; next: number | null }> {
  await findWebhook(db, userId, webhookId);
  const isIts = eq(webhookDeliveries.webhookId, webhookId);
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(before === null ? isIts : and(isIts, lt(webhookDeliveries.id, before)))
    .orderBy(desc(webhookDeliveries.id))
    .limit(DELIVERIES_PAGE + 1);
  const shown = rows.slice(0, DELIVERIES_PAGE);
  return {
    results: shown.map(describeDelivery),
    next: rows.length > DELIVERIES_PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/**
 * Sends a message again, whatever became of it, and as often as a new one if that fails.
 *
 * @throws AppError `not-found`; `webhook-off`.
 */
export async function sendAgain(
  db: Db,
  userId: UserId,
  webhookId: string,
  deliveryId: number,
): Promise<DeliveryBody> {
  return db.transaction(async (tx) => {
    await findOn(tx, userId, webhookId);
    const [row] = await tx
      .update(webhookDeliveries)
      .set({ dueAt: sql`now()`, attempts: 0, deliveredAt: null, trace: carryTrace() ?? null })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId)))
      .returning();
    if (row === undefined) throw new AppError({ code: 'not-found' });
    await wakeDeliveries(tx);
    return describeDelivery(row);
  });
}

/** Sends a message that is about nothing. @throws AppError `not-found`; `webhook-off`. */
export async function sendTest(db: Db, userId: UserId, webhookId: string): Promise<DeliveryBody> {
  const { eventId, body } = writeMessage('test', {});
  return db.transaction(async (tx) => {
    await findOn(tx, userId, webhookId);
    const [row] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId, eventId, type: 'test', body, dueAt: sql`now()`, trace: carryTrace() ?? null })
      .returning();
    await wakeDeliveries(tx);
    return describeDelivery(row as DeliveryRow);
  });
}

/** Locks it: it is not switched off meanwhile. */
async function findOn(tx: Transaction, userId: UserId, webhookId: string): Promise<void> {
  const { isOn } = await findWebhook(tx, userId, webhookId, true);
  if (!isOn) throw new AppError({ code: 'webhook-off' });
}

function describeDelivery(row: DeliveryRow): DeliveryBody {
  return {
    id: row.id,
    event: row.eventId,
    type: row.type,
    render_id: row.renderId,
    created_at: row.createdAt.toISOString(),
    state: row.dueAt !== null ? 'waiting' : row.deliveredAt !== null ? 'delivered' : 'given-up',
    tries: row.attempts,
    tried_at: row.triedAt?.toISOString() ?? null,
    next_try_at: row.dueAt?.toISOString() ?? null,
    status: row.status,
    error: row.error,
  };
}
