import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PlanName, Recurrence, SubscriptionStatus } from '../../../contract/http/billing.ts';
import { users } from './accounts.ts';
import { created, when } from './columns.ts';

/** Orders of packs and plans, as they were priced when they were placed. Amounts are in the currency's smallest unit. */
export const purchases = pgTable(
  'purchases',
  {
    /** Made by us; it is the payment provider's idempotency key and reference of the order. */
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<'pack' | 'plan'>().notNull(),
    /** Id of the pack, or name of the plan. */
    item: text().notNull(),
    /** Of a plan. */
    recurrence: text().$type<Recurrence>(),
    credits: integer().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text().$type<'open' | 'paid' | 'expired' | 'refunded' | 'disputed'>().notNull().default('open'),
    /** The provider's checkout session. */
    sessionId: text('session_id'),
    /** The provider's payment; what refunds and disputes name. */
    paymentId: text('payment_id'),
    /** How much of `amount` went back to the person. */
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /** How many of `credits` were taken back for it, debts included. */
    creditsTaken: integer('credits_taken').notNull().default(0),
    paidAt: when('paid_at'),
    createdAt: created(),
  },
  (table) => [
    index('purchases_user').on(table.userId, table.createdAt),
    uniqueIndex('purchases_session').on(table.sessionId),
    index('purchases_payment').on(table.paymentId),
  ],
);

/** Plans that people have or had, as the payment provider last told. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: serial().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The provider's id. */
    providerId: text('provider_id').notNull().unique(),
    plan: text().$type<PlanName>().notNull(),
    recurrence: text().$type<Recurrence>().notNull(),
    status: text().$type<SubscriptionStatus>().notNull(),
    periodStart: when('period_start').notNull(),
    periodEnd: when('period_end').notNull(),
    cancelsAtEnd: boolean('cancels_at_end').notNull().default(false),
    /** What it becomes when the period ends; null when it goes on as it is. */
    nextPlan: text('next_plan').$type<PlanName>(),
    nextRecurrence: text('next_recurrence').$type<Recurrence>(),
    /** A second one beside another that was active: refunded, and staff are told (B23). */
    isDuplicate: boolean('is_duplicate').notNull().default(false),
    /**
     * Credits that were given for a plan before, and whose money pays coming invoices: they bring that many less. Of
     * whichever plan the next invoice is.
     */
    creditsAhead: integer('credits_ahead').notNull().default(0),
    endedAt: when('ended_at'),
    createdAt: created(),
  },
  (table) => [index('subscriptions_user').on(table.userId, table.id)],
);

/** Invoices of subscriptions. */
export const invoices = pgTable(
  'invoices',
  {
    /** The provider's id. */
    id: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subscriptionId: integer('subscription_id').references(() => subscriptions.id, { onDelete: 'set null' }),
    number: text(),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text().$type<'open' | 'paid' | 'failed' | 'void' | 'refunded' | 'disputed'>().notNull(),
    credits: integer().notNull().default(0),
    paymentId: text('payment_id'),
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /** How many of `credits` were taken back for it, debts included. */
    creditsTaken: integer('credits_taken').notNull().default(0),
    /** Pages of the provider; null where it has none. */
    pageUrl: text('page_url'),
    pdfUrl: text('pdf_url'),
    createdAt: created(),
    updatedAt: when('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('invoices_user').on(table.userId, table.createdAt),
    index('invoices_payment').on(table.paymentId),
  ],
);

/** Messages of the payment provider that were worked on: each once, in the transaction of its effect. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: created(),
});

/** What the test checkout would be keeping if it were somebody else's: sessions, payments, subscriptions, invoices. */
export const testPayments = pgTable('test_payments', {
  /** As the provider's ids: `cs_test_…`, `pi_test_…`, `sub_test_…`, `in_test_…`. */
  id: text().primaryKey(),
  object: jsonb().$type<Record<string, unknown>>().notNull(),
  /** When it falls due, for what renews. */
  dueAt: when('due_at'),
  createdAt: created(),
});
