import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';
import { renders } from './renders.ts';

/** Devices that are told when a picture is ready, as their browsers subscribed (Push API). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    /** Session of the device, `refresh_tokens.family`: the subscription goes with it. */
    sessionId: uuid('session_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Address of the browser's push service; who knows it may send. */
    endpoint: text().notNull().unique(),
    /** The device's public key, P-256, and its secret, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: created(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
);

/**
 * Ends of renders that a device is still to be told of. Without a reference to the subscription: a device that signs out
 * must never hold up the end of a render.
 */
export const pushDue = pgTable(
  'push_due',
  {
    renderId: integer('render_id')
      .notNull()
      .references(() => renders.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').notNull(),
    /** Of the render, see `carryTrace`. */
    trace: text(),
    /** Tries so far, the one that runs included. */
    attempts: integer().notNull().default(0),
    dueAt: when('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.renderId, table.sessionId] }),
    index('push_due_at').on(table.dueAt),
  ],
);
