import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Db, Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { purchases } from '../db/schema/billing.ts';
import type { CheckoutOrder, Payments } from './payments.ts';

/**
 * Opens the page where an order is paid; the same page for the same order. A person's earlier page for a plan is
 * closed, so that nobody pays two plans from two tabs.
 *
 * @param order.origin Where the person's page is.
 * @returns Address of the page.
 * @throws AppError `payment-unavailable`, `not-found` where the account was deleted meanwhile.
 */
export async function openCheckout(
  db: Db,
  payments: Payments,
  userId: UserId,
  order: Pick<CheckoutOrder, 'id' | 'item'> & {
    readonly language: AccountLanguage;
    readonly origin: string;
  },
): Promise<string> {
  const { id, item, language, origin } = order;
  const customerId = await findCustomer(db, payments, userId);
  if (item.kind === 'plan') {
    const earlier = await listOpenPages(db, userId, and(ne(purchases.id, id), eq(purchases.kind, 'plan')));
    for (const { sessionId } of earlier) await payments.closeCheckout(sessionId);
  }
  const open = (customerId: string) =>
    payments.createCheckout({
      id,
      item,
      customerId,
      language,
      successUrl: `${origin}/?success=${item.kind === 'pack' ? 'credits' : 'plan'}&order=${id}`,
      cancelUrl: `${origin}/?cancel=checkout`,
    });
  const opened =
    (await open(customerId)) ?? (await open(await replaceCustomer(db, payments, userId, customerId)));
  if (opened === null) throw new AppError({ code: 'payment-unavailable' });
  const { sessionId, url } = opened;
  const kept = await db
    .update(purchases)
    .set({ sessionId })
    .where(eq(purchases.id, id))
    .returning({ id: purchases.id });
  if (kept.length === 0) {
    // The account went while the page was made: nobody would hear of what is paid there.
    await payments.closeCheckout(sessionId);
    throw new AppError({ code: 'not-found' });
  }
  return url;
}

async function findCustomer(db: Db, payments: Payments, userId: UserId): Promise<string> {
  const read = async () => {
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    if (user === undefined) throw new Error(`no account ${userId}`);
    return user;
  };
  const { paymentCustomerId: known, email } = await read();
  if (known !== null) return known;
  const made = await payments.createCustomer({ userId, email });
  // Of two at once the first counts; the other's customer stays unused.
  await db
    .update(users)
    .set({ paymentCustomerId: made })
    .where(and(eq(users.id, userId), isNull(users.paymentCustomerId)));
  return (await read()).paymentCustomerId ?? made;
}

/** A customer in place of one that the provider does not know: another one, or its test mode, made that. */
async function replaceCustomer(db: Db, payments: Payments, userId: UserId, lost: string): Promise<string> {
  const isLost = and(eq(users.id, userId), eq(users.paymentCustomerId, lost));
  await db.update(users).set({ paymentCustomerId: null }).where(isLost);
  return findCustomer(db, payments, userId);
}

/** Pages where a person could still pay, as far as it was told; `which`: of these orders alone. */
export async function listOpenPages(
  db: Queryable,
  userId: UserId,
  which?: SQL,
): Promise<{ readonly id: string; readonly sessionId: string }[]> {
  const rows = await db
    .select({ id: purchases.id, sessionId: purchases.sessionId })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.status, 'open'), which));
  return rows.flatMap(({ id, sessionId }) => (sessionId === null ? [] : [{ id, sessionId }]));
}
