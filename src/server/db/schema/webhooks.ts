import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryBody, MessageType, WebhookEvent } from '../../../contract/http/keys/webhooks.ts';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';

/** Addresses of programs that are told of events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** Which of its secrets is the present one; each follows from the server's secret (`webhook-secret.ts`). */
    generation: integer().notNull().default(1),
    /** When the secret was made anew; messages are signed with the one before, too, for a day. */
    rolledAt: when('rolled_at'),
    createdAt: created(),
  },
  (table) => [index('webhooks_user').on(table.userId)],
);

/** Messages to a webhook, and how their tries ended. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: serial().primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for all webhooks that are told of it. */
    eventId: uuid('event_id').notNull(),
    type: text().$type<MessageType>().notNull(),
    /** Kept when the render is deleted. */
    renderId: integer('render_id'),
    /** JSON; the same bytes are sent at each try. */
    body: text().notNull(),
    /** Of the render that it tells of, or of the call that sends it again, see `carryTrace`. */
    trace: text(),
    /** Of the next try; null once there is none. While it is tried: when another process may take it. */
    dueAt: when('due_at'),
    /** Tries so far, the one that runs included. */
    attempts: integer().notNull().default(0),
    triedAt: when('tried_at'),
    deliveredAt: when('delivered_at'),
    /** How the last try ended; neither while one runs. */
    status: integer(),
    error: text().$type<NonNullable<DeliveryBody['error']>>(),
    createdAt: created(),
  },
  (table) => [
    index('webhook_deliveries_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('webhook_deliveries_webhook').on(table.webhookId, table.id),
    index('webhook_deliveries_created').on(table.createdAt),
  ],
);
