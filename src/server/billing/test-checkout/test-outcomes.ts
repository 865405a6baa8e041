import type { Transaction } from '../../db/database.ts';
import { endOfPeriod } from '../end-of-period.ts';
import { closeTestCheckout, listTestPrices, type TestBank } from './test-payments.ts';
import { writeInvoice, writePayment, writeSubscription } from './test-periods.ts';
import {
  findTestObject,
  makeTestId,
  putTestObject,
  readTestObject,
  type TestObjects,
  tellOf,
} from './test-store.ts';

/** What a person chooses on the page of the test checkout. */
export type TestOutcome = 'pay' | 'decline' | 'cancel';
/** A card that always pays, or one that is declined from the next payment on. */
export type TestCard = 'good' | 'fails-later';

/** Does what was chosen at a checkout that is open; at any other nothing. */
export async function settleTestCheckout(
  bank: TestBank,
  sessionId: string,
  outcome: TestOutcome,
  card: TestCard,
): Promise<void> {
  if (outcome === 'cancel') return closeTestCheckout(bank, sessionId);
  const now = bank.now();
  await bank.db.transaction(async (tx) => {
    const session = await findTestObject(tx, 'cs', sessionId, true);
    if (session?.status !== 'open') return;
    const customer = session.customerId;
    if (outcome === 'decline') {
      const object = { id: makeTestId('pi'), object: 'payment_intent', customer };
      await tellOf(tx, now, 'payment_intent.payment_failed', object);
      return;
    }
    const paid =
      session.priceId === null
        ? { paymentId: await writePayment(tx, customer, session.amount), subscriptionId: null }
        : { paymentId: null, ...(await subscribe(tx, bank, session, session.priceId, card)) };
    await putTestObject<'cs'>(tx, sessionId, { ...session, ...paid, status: 'complete' });
    const object = { id: sessionId, object: 'checkout.session', customer };
    await tellOf(tx, now, 'checkout.session.completed', object);
  });
}

async function subscribe(
  tx: Transaction,
  bank: TestBank,
  session: TestObjects['cs'],
  priceId: string,
  card: TestCard,
): Promise<Pick<TestObjects['cs'], 'subscriptionId' | 'invoiceId'>> {
  const now = bank.now();
  const { recurrence, currency, amount } = findTestPrice(bank, priceId);
  const { customerId, language, successUrl } = session;
  const id = makeTestId('sub');
  const subscription: TestObjects['sub'] = {
    customerId,
    priceId,
    status: 'active',
    periodStart: now.toISOString(),
    periodEnd: endOfPeriod(now, recurrence).toISOString(),
    cancelsAtEnd: false,
    nextPriceId: null,
    createdAt: now.toISOString(),
    endedAt: null,
    hasBadCard: card === 'fails-later',
    failures: 0,
    unpaidInvoiceId: null,
    language,
    homeUrl: new URL('/', successUrl).href,
  };
  await writeSubscription(tx, id, subscription, { now, type: 'created' });
  const lines = [{ priceId, amount }];
  const bill = { subscriptionId: id, subscription, lines, currency, isCardGood: true, now };
  const { id: invoiceId } = await writeInvoice(tx, bill);
  return { subscriptionId: id, invoiceId };
}

/** Pays an invoice that could not be paid, with another card; any other stays as it is. */
export async function payTestInvoice(bank: TestBank, invoiceId: string, card: TestCard): Promise<void> {
  const now = bank.now();
  const { subscriptionId } = await readTestObject(bank.db, 'in', invoiceId);
  await bank.db.transaction(async (tx) => {
    const subscription = await findTestObject(tx, 'sub', subscriptionId, true);
    const invoice = await findTestObject(tx, 'in', invoiceId, true);
    if (subscription?.unpaidInvoiceId !== invoiceId || invoice?.status !== 'failed') return;
    const paymentId = await writePayment(tx, invoice.customerId, invoice.amount);
    await putTestObject<'in'>(tx, invoiceId, { ...invoice, status: 'paid', paymentId });
    await tellOf(tx, now, 'invoice.paid', {
      id: invoiceId,
      object: 'invoice',
      customer: invoice.customerId,
    });
    const hasBadCard = card === 'fails-later';
    const healed = { ...subscription, hasBadCard, failures: 0, unpaidInvoiceId: null };
    await writeSubscription(tx, subscriptionId, { ...healed, status: 'active' }, { now, type: 'updated' });
  });
}

/** @throws Error for a price that the catalogue no longer has. */
export function findTestPrice(bank: TestBank, priceId: string) {
  const price = listTestPrices(bank.catalogue).find(({ id }) => id === priceId);
  if (price === undefined) throw new Error(`The catalogue has no plan for ${priceId}`);
  return price;
}
