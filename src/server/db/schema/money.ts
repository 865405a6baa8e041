import { index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { LedgerKind } from '../../../contract/http/credits.ts';
import { users } from './accounts.ts';
import { created } from './columns.ts';

/** CHECK (balance >= 0 and reserved >= 0 and debt >= 0) stands in the migrations. */
export const wallets = pgTable('wallets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  balance: integer().notNull().default(0),
  reserved: integer().notNull().default(0),
  /** Credits of a refunded or disputed purchase that were spent already; the next credits that come pay them. */
  debt: integer().notNull().default(0),
});

/** Append-only. The sum of `amount` of a user is the wallet's balance. */
export const ledger = pgTable(
  'ledger',
  {
    id: serial().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<LedgerKind>().notNull(),
    amount: integer().notNull(),
    balanceAfter: integer('balance_after').notNull(),
    /** With `kind` the cause, once: `render:12`, `render:12:image:0`, `user:3`, `purchase:<uuid>`, `invoice:in_1`. */
    reference: text().notNull(),
    renderId: integer('render_id'),
    /** The order of a pack or a plan that it belongs to. */
    purchaseId: uuid('purchase_id'),
    /** Id of the pack or name of the plan that it was bought with; of a refund of one picture why. */
    item: text(),
    /** What staff wrote to a grant. */
    note: text(),
    createdAt: created(),
  },
  (table) => [
    uniqueIndex('ledger_cause').on(table.kind, table.reference),
    index('ledger_user').on(table.userId, table.id),
  ],
);
