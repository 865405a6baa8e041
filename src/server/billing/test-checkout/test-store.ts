import { randomBytes } from 'node:crypto';
import { and, eq, like, lte } from 'drizzle-orm';
import type { AccountLanguage } from '../../../contract/http/accounts.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { testPayments } from '../../db/schema/billing.ts';

/** What a payment provider keeps, for the test checkout. Moments are ISO 8601. */
export interface TestObjects {
  /** A customer who has money left. */
  cus: {
    /** Pays coming invoices before the card does. */
    readonly credit: number;
  };
  /** A checkout. */
  cs: {
    readonly orderId: string;
    readonly customerId: string;
    /** Name of the pack; null for a plan. */
    readonly packName: string | null;
    /** Of a plan. */
    readonly priceId: string | null;
    readonly amount: number;
    readonly currency: string;
    readonly language: AccountLanguage;
    readonly successUrl: string;
    readonly cancelUrl: string;
    readonly status: 'open' | 'complete' | 'expired';
    readonly paymentId: string | null;
    readonly subscriptionId: string | null;
    /** Of a plan's first period; checkouts that are older than this field lack it. */
    readonly invoiceId?: string | null;
  };
  /** A subscription; it falls due when its period ends, or when an unpaid invoice is tried again. */
  sub: {
    readonly customerId: string;
    readonly priceId: string;
    readonly status: 'active' | 'past_due' | 'canceled';
    readonly periodStart: string;
    readonly periodEnd: string;
    readonly cancelsAtEnd: boolean;
    readonly nextPriceId: string | null;
    readonly createdAt: string;
    readonly endedAt: string | null;
    /** The chosen card is declined from the next payment on. */
    readonly hasBadCard: boolean;
    /** Failed attempts at the invoice of this period, and which it is. */
    readonly failures: number;
    readonly unpaidInvoiceId: string | null;
    readonly language: AccountLanguage;
    /** The page that the person comes back to. */
    readonly homeUrl: string;
  };
  /** An invoice of a subscription. */
  in: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly number: string;
    readonly amount: number;
    readonly currency: string;
    readonly status: 'open' | 'paid' | 'failed' | 'void';
    readonly lines: readonly { readonly priceId: string; readonly amount: number }[];
    readonly paymentId: string | null;
    readonly pageUrl: string;
    readonly createdAt: string;
  };
  /** A payment. */
  pi: {
    readonly customerId: string;
    readonly amount: number;
    readonly refundedAmount: number;
    readonly isDisputed: boolean;
  };
  /** A message that has not been delivered yet. */
  evt: {
    readonly type: string;
    readonly object: {
      readonly id: string;
      readonly object: string;
      readonly customer: string;
      readonly payment_intent?: string;
    };
  };
}
export type TestKind = keyof TestObjects;

/** A new id in the provider's form. Its 128 random bits protect a checkout: whoever knows its id may pay it. */
export function makeTestId(kind: TestKind): string {
  return `${kind}_test_${randomBytes(16).toString('hex')}`;
}

/** Whether the test checkout made an id; Stripe's own subscriptions and customers are never called so. */
export function isTestId(kind: TestKind, id: string): boolean {
  return id.startsWith(`${kind}_test_`);
}

/** Keeps an object, and when it falls due. */
export async function putTestObject<Kind extends TestKind>(
  db: Queryable,
  id: string,
  object: TestObjects[Kind],
  dueAt: Date | null = null,
): Promise<void> {
  await db
    .insert(testPayments)
    .values({ id, object: { ...object }, dueAt })
    .onConflictDoUpdate({ target: testPayments.id, set: { object: { ...object }, dueAt } });
}

/** Null where there is none. In a transaction with `isLocked` nobody else changes it until the end. */
export async function findTestObject<Kind extends TestKind>(
  db: Queryable,
  kind: Kind,
  id: string,
  isLocked = false,
): Promise<TestObjects[Kind] | null> {
  if (!isTestId(kind, id)) return null;
  const query = db.select().from(testPayments).where(eq(testPayments.id, id));
  const [row] = isLocked ? await query.for('update') : await query;
  return (row?.object as TestObjects[Kind] | undefined) ?? null;
}

/** @throws Error where there is none: the ids come from ourselves. */
export async function readTestObject<Kind extends TestKind>(
  db: Queryable,
  kind: Kind,
  id: string,
): Promise<TestObjects[Kind]> {
  const object = await findTestObject(db, kind, id);
  if (object === null) throw new Error(`The test checkout has no ${id}`);
  return object;
}

/** Those of a kind that are due, oldest first; other processes leave them alone until the transaction ends. */
export async function takeDueObjects<Kind extends TestKind>(
  tx: Transaction,
  kind: Kind,
  now: Date,
  limit: number,
): Promise<{ id: string; object: TestObjects[Kind]; dueAt: Date }[]> {
  const rows = await tx
    .select()
    .from(testPayments)
    .where(and(like(testPayments.id, `${kind}\\_test\\_%`), lte(testPayments.dueAt, now)))
    .orderBy(testPayments.dueAt, testPayments.createdAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map((row) => ({
    id: row.id,
    object: row.object as unknown as TestObjects[Kind],
    dueAt: row.dueAt ?? now,
  }));
}

/** Queues a webhook event about an object, due at `now`. */
export async function tellOf(
  db: Queryable,
  now: Date,
  type: string,
  object: TestObjects['evt']['object'],
): Promise<void> {
  await putTestObject<'evt'>(db, makeTestId('evt'), { type, object }, now);
}
