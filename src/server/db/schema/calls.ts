import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';

/** Answers of writes that carried an Idempotency-Key, kept 7 days (L2). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Stored in the transaction of the effect: a row without its effect cannot be. */
    response: jsonb(),
    createdAt: created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key, table.method, table.path] })],
);

/** Workers that are alive, one row each, refreshed every few seconds: what "servers" counts (L7). */
export const workers = pgTable('workers', {
  id: uuid().primaryKey(),
  engine: text().$type<'studio' | 'comfyui'>().notNull(),
  seenAt: when('seen_at').notNull().defaultNow(),
});
