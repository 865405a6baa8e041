import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { MessageType, WebhookEvent, WebhookMessage } from '../../contract/http/keys/webhooks.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { announce } from '../db/events.ts';
import { prepareSql } from '../db/prepare-read.ts';
import { carryTrace } from '../tracing/span.ts';

// A webhook that is deleted meanwhile is passed over; without the lock its row would be missed by the reference, and the
// end of the render fail.
const write = prepareSql<
  {
    eventId: string;
    type: WebhookEvent;
    renderId: number;
    body: string;
    userId: number;
    trace: string | null;
  },
  { id: number }
>(
  (given) => sql`insert into webhook_deliveries (webhook_id, event_id, type, render_id, body, trace, due_at)
    select id, ${given('eventId')}::uuid, ${given('type')}::text, ${given('renderId')}::int, ${given('body')}::text,
      ${given('trace')}::text, now()
    from webhooks where user_id = ${given('userId')} and is_on and ${given('type')}::text = any(events)
    for key share returning id`,
);

/** Notes, in the transaction that ends a render, which webhooks of its person are to be told. */
export async function noteEvent(
  tx: Transaction,
  userId: number,
  type: WebhookEvent,
  data: WebhookMessage['data'] & { readonly render_id: number },
): Promise<void> {
  const { eventId, body } = writeMessage(type, data);
  const noted = await write(tx, {
    eventId,
    type,
    renderId: data.render_id,
    body,
    userId,
    trace: carryTrace() ?? null,
  });
  if (noted.length > 0) await wakeDeliveries(tx);
}

/** The message of an event that happened now. */
export function writeMessage(
  type: MessageType,
  data: WebhookMessage['data'],
): { readonly eventId: string; readonly body: string } {
  const eventId = randomUUID();
  const message: WebhookMessage = { id: eventId, type, created: Math.floor(Date.now() / 1000), data };
  return { eventId, body: JSON.stringify(message) };
}

/** A message is due: whichever process has time sends it. */
export async function wakeDeliveries(db: Queryable): Promise<void> {
  await announce(db, 'webhook_due');
}
