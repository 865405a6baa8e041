import { AppError } from '../../../contract/failure.ts';
import { Recurrence } from '../../../contract/http/billing.ts';
import type { Db, Transaction } from '../../db/database.ts';
import { type Catalogue, priceOf } from '../catalogue.ts';
import { endOfPeriod } from '../end-of-period.ts';
import type { Invoice, Payments, PlanPrice } from '../payments.ts';
import { toSmallest } from '../stripe/currency-units.ts';
import { readSignedEvent } from '../stripe/read-event.ts';
import { prorate, readTestCredit, settleLines, writeInvoice, writeSubscription } from './test-periods.ts';
import {
  findTestObject,
  isTestId,
  makeTestId,
  putTestObject,
  readTestObject,
  type TestObjects,
  tellOf,
} from './test-store.ts';

/** What the test checkout stands on. */
export interface TestBank {
  readonly db: Db;
  readonly catalogue: Catalogue;
  readonly signingKey: string;
  readonly now: () => Date;
}

/** Simulated payments without money: everything that Stripe would keep is in the table `test_payments`. */
export function createTestPayments(bank: TestBank): Payments {
  const { db, now } = bank;
  const prices = listTestPrices(bank.catalogue);
  const priceById = (id: string | null) => prices.find((price) => price.id === id) ?? null;
  const describeLines = (lines: TestObjects['in']['lines']): Invoice['lines'] =>
    lines.map((line) => ({ price: priceById(line.priceId), amount: line.amount }));

  /** Changes a subscription that has not ended. */
  const change = (
    id: string,
    work: (tx: Transaction, subscription: TestObjects['sub']) => Promise<TestObjects['sub']>,
    type = 'updated',
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const subscription = await findTestObject(tx, 'sub', id, true);
      if (subscription === null || subscription.status === 'canceled') return;
      const next = await work(tx, subscription);
      const dueAt = next.status === 'canceled' ? null : undefined;
      await writeSubscription(tx, id, next, { now: now(), type, ...(dueAt === null ? { dueAt } : {}) });
    });

  return {
    listPrices: async () => prices,
    createCustomer: async () => makeTestId('cus'),
    async createCheckout(order) {
      const { item, customerId, language, successUrl, cancelUrl } = order;
      // The same page for the same order.
      const sessionId = `cs_test_${order.id.replaceAll('-', '')}`;
      const url = new URL(`/test-checkout/${sessionId}/`, successUrl).href;
      if ((await findTestObject(db, 'cs', sessionId)) !== null) return { sessionId, url };
      await putTestObject<'cs'>(db, sessionId, {
        orderId: order.id,
        customerId,
        packName: item.kind === 'pack' ? item.name : null,
        priceId: item.kind === 'plan' ? item.price.id : null,
        amount:
          item.kind === 'pack'
            ? item.amount
            : settleLines([item.price], await readTestCredit(db, customerId)).amount,
        currency: item.kind === 'pack' ? item.currency : item.price.currency,
        language,
        successUrl,
        cancelUrl,
        status: 'open',
        paymentId: null,
        subscriptionId: null,
      });
      return { sessionId, url };
    },
    closeCheckout: (id) => closeTestCheckout(bank, id),
    async readSession(id) {
      const session = await findTestObject(db, 'cs', id);
      if (session === null) return null;
      const { status, invoiceId = null } = session;
      return { ...session, id, invoiceId, isPaid: status === 'complete' };
    },
    async readSubscription(id) {
      checkIsOurs(id);
      const subscription = await findTestObject(db, 'sub', id);
      if (subscription === null) return null;
      return {
        ...subscription,
        id,
        current: priceById(subscription.priceId),
        next: priceById(subscription.nextPriceId),
        periodStart: new Date(subscription.periodStart),
        periodEnd: new Date(subscription.periodEnd),
        createdAt: new Date(subscription.createdAt),
        endedAt: subscription.endedAt === null ? null : new Date(subscription.endedAt),
      };
    },
    async readInvoice(id) {
      const invoice = await readTestObject(db, 'in', id);
      const lines = describeLines(invoice.lines);
      return { ...invoice, id, lines, pdfUrl: null, createdAt: new Date(invoice.createdAt) };
    },
    readPayment: async (id) => ({ ...(await readTestObject(db, 'pi', id)), id }),
    async previewChange(id, price, at) {
      const subscription = await readTestObject(db, 'sub', id);
      const before = priceById(subscription.priceId) ?? price;
      const lines = describeLines(prorate(subscription, before, price, at));
      return { ...settleLines(lines, await readTestCredit(db, subscription.customerId)), lines };
    },
    changeNow: (id, price, at) =>
      change(id, async (tx, subscription) => {
        if (subscription.priceId === price.id) return subscription;
        const before = priceById(subscription.priceId) ?? price;
        const lines = prorate(subscription, before, price, at);
        const isSamePeriod = before.recurrence === price.recurrence;
        const next = {
          ...subscription,
          priceId: price.id,
          cancelsAtEnd: false,
          nextPriceId: null,
          periodStart: isSamePeriod ? subscription.periodStart : now().toISOString(),
          periodEnd: isSamePeriod
            ? subscription.periodEnd
            : endOfPeriod(now(), price.recurrence).toISOString(),
        };
        const isCardGood = !subscription.hasBadCard;
        const { currency } = price;
        const bill = { subscriptionId: id, subscription: next, lines, currency, isCardGood, now: now() };
        const { isPaid } = await writeInvoice(tx, bill);
        if (!isPaid) throw new AppError({ code: 'payment-declined' });
        return next;
      }),
    async readCredit(id) {
      const { customerId } = await readTestObject(db, 'sub', id);
      return readTestCredit(db, customerId);
    },
    changeAtEnd: (id, price) =>
      change(id, async (_tx, subscription) => ({
        ...subscription,
        cancelsAtEnd: false,
        nextPriceId: price.id,
      })),
    cancelAtEnd: (id) =>
      change(id, async (_tx, subscription) => ({ ...subscription, cancelsAtEnd: true, nextPriceId: null })),
    resume: (id) =>
      change(id, async (_tx, subscription) => ({ ...subscription, cancelsAtEnd: false, nextPriceId: null })),
    async endNow(id) {
      checkIsOurs(id);
      const end = async (_tx: Transaction, subscription: TestObjects['sub']) =>
        ({ ...subscription, status: 'canceled', endedAt: now().toISOString() }) as const;
      await change(id, end, 'deleted');
    },
    refund: (paymentId) =>
      db.transaction(async (tx) => {
        const payment = await findTestObject(tx, 'pi', paymentId, true);
        if (payment === null || payment.refundedAmount === payment.amount) return;
        await putTestObject<'pi'>(tx, paymentId, { ...payment, refundedAmount: payment.amount });
        const object = { id: makeTestId('evt'), object: 'charge', payment_intent: paymentId };
        await tellOf(tx, now(), 'charge.refunded', { ...object, customer: payment.customerId });
      }),
    readEvent: (body, signature) => readSignedEvent(body, signature, bank.signingKey),
  };
}

/** Of a plan that was sold by Stripe, nobody here knows whether it is charged. @throws AppError `subscription-elsewhere`. */
function checkIsOurs(subscriptionId: string): void {
  if (!isTestId('sub', subscriptionId)) throw new AppError({ code: 'subscription-elsewhere' });
}

/** Prices of the catalogue, as a provider would have them. */
export function listTestPrices(catalogue: Catalogue): PlanPrice[] {
  const { currency } = catalogue;
  return catalogue.plans.flatMap((plan) =>
    Recurrence.options.map((recurrence) => ({
      id: `price_test_${plan.name}_${recurrence}`,
      plan: plan.name,
      recurrence,
      amount: toSmallest(priceOf(plan, recurrence), currency),
      currency,
    })),
  );
}

/** Nobody can pay there any more; one that was paid stays so. */
export function closeTestCheckout(bank: TestBank, sessionId: string): Promise<void> {
  const { db, now } = bank;
  return db.transaction(async (tx) => {
    const session = await findTestObject(tx, 'cs', sessionId, true);
    if (session?.status !== 'open') return;
    await putTestObject<'cs'>(tx, sessionId, { ...session, status: 'expired' });
    const object = { id: sessionId, object: 'checkout.session', customer: session.customerId };
    await tellOf(tx, now(), 'checkout.session.expired', object);
  });
}
