import { and, eq, sql } from 'drizzle-orm';
import type { DeliveryBody } from '../../contract/http/keys/webhooks.ts';
import type { Db, Queryable } from '../db/database.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import type { Signed } from './webhook-secret.ts';

/** Of one webhook at a time, so that one which answers slowly keeps no other waiting. */
const EACH = 4;
/** Longer than a try may take: a process that dies while it tries leaves it to others after this. */
const LEASE_SECONDS = 60;
/** Pauses before the second try and those after it: a day in all. */
export const RETRY_SECONDS = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 36_000] as const;

/** A message that was taken to be sent. */
export interface DueDelivery {
  readonly id: number;
  /** This try is counted. */
  readonly attempts: number;
  readonly body: string;
  readonly url: string;
  readonly webhook: Signed;
  /** What it tells of, see `carryTrace`. */
  readonly trace: string | null;
}
/** How a try ended. */
export interface Tried {
  readonly status: number | null;
  readonly error: DeliveryBody['error'];
}

/**
 * Takes what is due, so that no other process sends it meanwhile. Of an account that staff have closed nothing is sent.
 *
 * @param busy Webhooks that this process is sending to.
 */
export async function takeDeliveries(db: Db, busy: readonly string[], limit: number): Promise<DueDelivery[]> {
  const { rows } = await db.execute<{
    id: number;
    attempts: number;
    body: string;
    trace: string | null;
    url: string;
    webhook_id: string;
    generation: number;
    rolled_at: string | null;
  }>(sql`
    with turns as (
      select delivery.id, row_number() over (partition by webhook_id order by due_at, delivery.id) as turn, due_at
      from webhook_deliveries as delivery
      inner join webhooks on webhooks.id = webhook_id
      inner join users on users.id = webhooks.user_id and users.closed_at is null
      where due_at <= now() and webhook_id <> all (${sql.param(busy)}::uuid[])
    ), due as (
      select id from webhook_deliveries
      where id in (select id from turns where turn <= ${EACH} order by turn, due_at limit ${limit}) and due_at <= now()
      for update skip locked
    )
    update webhook_deliveries as delivery
    set attempts = attempts + 1, tried_at = now(), status = null, error = null, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due, webhooks where due.id = delivery.id and webhooks.id = delivery.webhook_id
    returning delivery.id, delivery.attempts, delivery.body, delivery.trace, webhooks.url, webhooks.id as webhook_id,
      webhooks.generation, webhooks.rolled_at`);
  return rows.map((row) => ({
    id: row.id,
    attempts: row.attempts,
    body: row.body,
    url: row.url,
    trace: row.trace,
    webhook: {
      id: row.webhook_id,
      generation: row.generation,
      rolledAt: row.rolled_at === null ? null : new Date(row.rolled_at),
    },
  }));
}

/** Keeps how a try ended, and when the next is. Not for what was asked to be sent again meanwhile. */
export async function keepTry(db: Queryable, { id, attempts }: DueDelivery, tried: Tried): Promise<void> {
  const isDelivered = tried.status !== null && tried.status >= 200 && tried.status < 300;
  const wait = RETRY_SECONDS[attempts - 1];
  const isLast = isDelivered || wait === undefined;
  await db
    .update(webhookDeliveries)
    .set({
      ...tried,
      dueAt: isLast ? null : sql`now() + make_interval(secs => ${wait})`,
      deliveredAt: isDelivered ? sql`now()` : null,
    })
    .where(isTaken(id, attempts));
}

/** A try that this server ended itself does not count. */
export async function giveBack(db: Queryable, { id, attempts }: DueDelivery): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ dueAt: sql`now()`, attempts: attempts - 1 })
    .where(isTaken(id, attempts));
}

/** Still as it was taken: neither given up by its person, nor sent again. */
function isTaken(id: number, attempts: number) {
  return and(
    eq(webhookDeliveries.id, id),
    eq(webhookDeliveries.attempts, attempts),
    sql`${webhookDeliveries.dueAt} is not null`,
  );
}
