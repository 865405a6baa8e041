import { DAY_MS } from '../../../contract/constants.ts';
import type { Transaction } from '../../db/database.ts';
import { endOfPeriod } from '../end-of-period.ts';
import { findTestPrice } from './test-outcomes.ts';
import type { TestBank } from './test-payments.ts';
import { writeInvoice, writeSubscription } from './test-periods.ts';
import { putTestObject, readTestObject, type TestObjects, takeDueObjects, tellOf } from './test-store.ts';

/** How long after a failed payment it is tried again, and how often before the plan ends. */
const RETRY_MS = 3 * DAY_MS;
const MAX_FAILURES = 3;
/** Subscriptions of one transaction. */
const AT_ONCE = 20;

/** Renews, changes or ends the plans of the test checkout whose time has come, as often as it has come. */
export async function renewTestPlans(bank: TestBank): Promise<void> {
  for (;;) {
    const count = await bank.db.transaction(async (tx) => {
      const due = await takeDueObjects(tx, 'sub', bank.now(), AT_ONCE);
      for (const { id, object, dueAt } of due) await renew(tx, bank, id, object, dueAt);
      return due.length;
    });
    if (count === 0) return;
  }
}

async function renew(
  tx: Transaction,
  bank: TestBank,
  id: string,
  subscription: TestObjects['sub'],
  dueAt: Date,
): Promise<void> {
  const now = bank.now();
  if (subscription.status === 'past_due') return tryAgain(tx, bank, id, subscription, dueAt);
  if (subscription.cancelsAtEnd) {
    const ended = { ...subscription, status: 'canceled', endedAt: subscription.periodEnd } as const;
    return writeSubscription(tx, id, ended, { now, type: 'deleted', dueAt: null });
  }
  const priceId = subscription.nextPriceId ?? subscription.priceId;
  const { amount, currency, recurrence } = findTestPrice(bank, priceId);
  const start = new Date(subscription.periodEnd);
  const next: TestObjects['sub'] = {
    ...subscription,
    priceId,
    nextPriceId: null,
    periodStart: start.toISOString(),
    periodEnd: endOfPeriod(start, recurrence).toISOString(),
  };
  const lines = [{ priceId, amount }];
  const isCardGood = !subscription.hasBadCard;
  const bill = { subscriptionId: id, subscription: next, lines, currency, isCardGood, now };
  const { id: invoiceId, isPaid } = await writeInvoice(tx, bill);
  if (isPaid) return writeSubscription(tx, id, next, { now, type: 'updated' });
  const failed = { ...next, status: 'past_due', failures: 1, unpaidInvoiceId: invoiceId } as const;
  const again = new Date(dueAt.getTime() + RETRY_MS);
  return writeSubscription(tx, id, failed, { now, type: 'updated', dueAt: again });
}

/** The card is declined until another is given, see `payTestInvoice`. */
async function tryAgain(
  tx: Transaction,
  bank: TestBank,
  id: string,
  subscription: TestObjects['sub'],
  dueAt: Date,
): Promise<void> {
  const now = bank.now();
  const { unpaidInvoiceId: invoiceId, customerId: customer } = subscription;
  const failures = subscription.failures + 1;
  const isOver = failures > MAX_FAILURES;
  if (invoiceId !== null) {
    const invoice = await readTestObject(tx, 'in', invoiceId);
    await putTestObject<'in'>(tx, invoiceId, { ...invoice, status: isOver ? 'void' : 'failed' });
    const type = isOver ? 'invoice.voided' : 'invoice.payment_failed';
    await tellOf(tx, now, type, { id: invoiceId, object: 'invoice', customer });
  }
  if (isOver) {
    const ended = { ...subscription, status: 'canceled', endedAt: now.toISOString() } as const;
    return writeSubscription(tx, id, ended, { now, type: 'deleted', dueAt: null });
  }
  const again = new Date(dueAt.getTime() + RETRY_MS);
  return writeSubscription(tx, id, { ...subscription, failures }, { now, type: 'updated', dueAt: again });
}
