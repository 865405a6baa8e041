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

/**
 * Calls that tight limits count, for all processes together. Unlogged: after a crash of PostgreSQL they begin anew, and
 * a count costs no wait for the disk.
 */
export const rateCounts = pgTable('rate_counts', {
  /** SHA-256 of who is counted for what. */
  keyHash: text('key_hash').primaryKey(),
  calls: integer().notNull(),
  endsAt: when('ends_at').notNull(),
});

/** Workers that are alive, one row each, refreshed every few seconds: what "servers" counts (L7). */
export const workers = pgTable('workers', {
  id: uuid().primaryKey(),
  engine: text().$type<'studio' | 'comfyui'>().notNull(),
  seenAt: when('seen_at').notNull().defaultNow(),
});
