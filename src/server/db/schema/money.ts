import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created } from './columns.ts';

/** CHECK (balance >= 0 and reserved >= 0) stands in the migration. */
export const wallets = pgTable('wallets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  balance: integer().notNull().default(0),
  reserved: integer().notNull().default(0),
});

/** Append-only. The sum of `amount` of a user is the wallet's balance. */
export const ledger = pgTable(
  'ledger',
  {
    id: serial().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'signup' | 'grant' | 'purchase' | 'reserve' | 'capture' | 'refund'>().notNull(),
    amount: integer().notNull(),
    balanceAfter: integer('balance_after').notNull(),
    /** With `kind` the cause, once: `render:12`, `render:12:image:0`, `user:3`. */
    reference: text().notNull(),
    renderId: integer('render_id'),
    createdAt: created(),
  },
  (table) => [
    uniqueIndex('ledger_cause').on(table.kind, table.reference),
    index('ledger_user').on(table.userId, table.id),
  ],
);
