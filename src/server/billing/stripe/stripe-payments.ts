import { Stripe } from 'stripe';
import { AppError } from '../../../contract/failure.ts';
import type { CheckoutOrder, Payments, PlanPrice } from '../payments.ts';
import type { PaymentSettings } from '../read-payment-settings.ts';
import { isTestId } from '../test-checkout/test-store.ts';
import { connectStripe } from './connect-stripe.ts';
import { isFreeOfCharge, isMissing, unlessMissing } from './is-missing.ts';
import { readSignedEvent } from './read-event.ts';
import {
  describeInvoice,
  describePrice,
  describeSession,
  describeSubscription,
  idOf,
  LOOKUP_KEYS,
} from './stripe-objects.ts';

/** How long prices are taken as they were read. */
const PRICES_FRESH_MS = 5 * 60_000;

/** Payments by Stripe's API, whose host is settable for tests. */
export function createStripePayments(
  settings: Extract<PaymentSettings, { kind: 'stripe' }>,
  now: () => Date,
): Payments {
  const stripe = connectStripe(settings);
  let list: { readonly prices: readonly PlanPrice[]; readonly readAt: number } | null = null;
  const byId = new Map<string, PlanPrice | null>();
  const priceOf = async (id: string): Promise<PlanPrice | null> => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    const price = describePrice(await stripe.prices.retrieve(id));
    byId.set(id, price);
    return price;
  };
  const readWhole = (id: string) => stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
  /** Null for one that charges nobody. @throws AppError `subscription-elsewhere` for one of another account. */
  const readCharging = (id: string) =>
    readWhole(id).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      if (isTestId('sub', id) || isFreeOfCharge(error, settings.secretKey)) return null;
      throw new AppError({ code: 'subscription-elsewhere' }, { cause: error });
    });
  /** The subscription without what was planned for it. */
  const release = async (id: string): Promise<Stripe.Subscription> => {
    const subscription = await readWhole(id);
    const schedule = idOf(subscription.schedule);
    if (schedule !== null) await stripe.subscriptionSchedules.release(schedule);
    return subscription;
  };
  /** What of a payment went back, or is on its way: a bank may refuse it days later. */
  const sumRefunds = async (payment: string): Promise<number> => {
    const { data } = await stripe.refunds.list({ payment_intent: payment, limit: 100 });
    const isBack = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled';
    return data.filter(isBack).reduce((sum, { amount }) => sum + amount, 0);
  };
  const isPricedAt = async (id: string, price: PlanPrice): Promise<boolean> =>
    (await readWhole(id)).items.data[0]?.price.id === price.id;
  const changeAtEnd = async (id: string, price: PlanPrice): Promise<void> => {
    const { cancel_at_period_end: isEnding, items } = await release(id);
    if (isEnding) await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    const [item] = items.data;
    if (item === undefined) throw new Error(`Subscription ${id} has no items`);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        {
          items: [{ price: price.id, quantity: 1 }],
          duration: { interval: price.recurrence === 'yearly' ? 'year' : 'month', interval_count: 1 },
        },
      ],
    });
  };

  const payments: Payments = {
    async listPrices() {
      if (list !== null && now().getTime() - list.readAt < PRICES_FRESH_MS) return list.prices;
      const answer = await stripe.prices.list({ lookup_keys: LOOKUP_KEYS, active: true, limit: 100 });
      const prices = answer.data.flatMap((price) => describePrice(price) ?? []);
      for (const price of prices) byId.set(price.id, price);
      list = { prices, readAt: now().getTime() };
      return prices;
    },
    async createCustomer({ userId, email }) {
      const customer = await stripe.customers.create({ email, metadata: { vitrine_user: userId } });
      return customer.id;
    },
    async createCheckout(order) {
      const session = await stripe.checkout.sessions
        // Of an order that was refused for its customer, the next one's call is another.
        .create(sessionOf(order), { idempotencyKey: `${order.id}:${order.customerId}` })
        .catch((error: unknown) => {
          if (isMissing(error) && (error as { param?: unknown }).param === 'customer') return null;
          throw error;
        });
      if (session === null) return null;
      if (session.url === null) throw new AppError({ code: 'payment-unavailable' });
      return { sessionId: session.id, url: session.url };
    },
    async closeCheckout(id) {
      const session = await unlessMissing(stripe.checkout.sessions.retrieve(id));
      if (session?.status === 'open') await stripe.checkout.sessions.expire(id);
    },
    async readSession(id) {
      const session = await unlessMissing(stripe.checkout.sessions.retrieve(id));
      return session && describeSession(session);
    },
    async readSubscription(id) {
      const subscription = await readCharging(id);
      return subscription && describeSubscription(subscription, priceOf);
    },
    readInvoice: async (id) =>
      describeInvoice(await stripe.invoices.retrieve(id, { expand: ['payments'] }), priceOf),
    async readPayment(id) {
      const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
      const disputes = charge?.disputed
        ? (await stripe.disputes.list({ payment_intent: id, limit: 100 })).data
        : [];
      const refundedAmount = charge?.amount_refunded
        ? Math.min(charge.amount_refunded, await sumRefunds(id))
        : 0;
      return {
        id,
        customerId: idOf(intent.customer),
        amount: intent.amount,
        refundedAmount,
        // A warning is a question of the bank: the money has not moved.
        isDisputed: disputes.some(({ status }) => !/^(won|prevented|warning_.*)$/.test(status)),
      };
    },
    async previewChange(id, price, at) {
      const [item] = (await readWhole(id)).items.data;
      const preview = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: {
          items: [{ id: item?.id ?? '', price: price.id }],
          proration_behavior: 'always_invoice',
          proration_date: secondsOf(at),
        },
      });
      const creditLeft = Math.max(-(preview.total + preview.starting_balance), 0);
      return { ...(await describeInvoice(preview, priceOf)), creditLeft };
    },
    async readCredit(id) {
      const { customer } = await stripe.subscriptions.retrieve(id, { expand: ['customer'] });
      // Below 0 it is the customer's money.
      return typeof customer === 'string' || customer.deleted ? 0 : Math.max(-customer.balance, 0);
    },
    async changeNow(id, price, at) {
      const before = await release(id);
      const [item] = before.items.data;
      const { next } = await describeSubscription(before, priceOf);
      try {
        await stripe.subscriptions.update(id, {
          items: [{ id: item?.id ?? '', price: price.id }],
          proration_behavior: 'always_invoice',
          proration_date: secondsOf(at),
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
        });
      } catch (error) {
        // An answer that was lost may be of a change that was made.
        if (!(error instanceof Stripe.errors.StripeCardError) && (await isPricedAt(id, price))) return;
        if (next !== null) await changeAtEnd(id, next);
        throw error;
      }
    },
    changeAtEnd,
    async cancelAtEnd(id) {
      await release(id);
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    },
    async resume(id) {
      await release(id);
      await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    },
    async endNow(id) {
      const status = (await readCharging(id))?.status ?? 'canceled';
      if (status === 'canceled' || status === 'incomplete_expired') return;
      await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
    },
    async refund(paymentId) {
      await stripe.refunds
        .create({ payment_intent: paymentId }, { idempotencyKey: `vitrine-refund-${paymentId}` })
        .catch((error: unknown) => {
          if ((error as { code?: unknown }).code !== 'charge_already_refunded') throw error;
        });
    },
    readEvent: (body, signature) => readSignedEvent(body, signature, settings.webhookSecret),
  };
  return tellFailures(payments);
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

function sessionOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const { item } = order;
  const metadata = { vitrine_order: order.id };
  const common = {
    customer: order.customerId,
    client_reference_id: order.id,
    metadata,
    locale: order.language,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  } as const;
  if (item.kind === 'plan') {
    const line = { price: item.price.id, quantity: 1 };
    return { ...common, mode: 'subscription', line_items: [line], subscription_data: { metadata } };
  }
  const price_data = {
    currency: item.currency.toLowerCase(),
    unit_amount: item.amount,
    product_data: { name: item.name },
  };
  const line = { price_data, quantity: 1 };
  return { ...common, mode: 'payment', line_items: [line], payment_intent_data: { metadata } };
}

/** Turns errors of Stripe into failures with a sentence for the person. */
function tellFailures(payments: Payments): Payments {
  const told = Object.entries(payments).map(([name, call]) => {
    if (name === 'readEvent') return [name, call];
    return [
      name,
      (...args: unknown[]) =>
        (call as (...args: unknown[]) => Promise<unknown>)(...args).catch((error: unknown) => {
          if (error instanceof Stripe.errors.StripeCardError) {
            throw new AppError({ code: 'payment-declined' }, { cause: error });
          }
          if (error instanceof Stripe.errors.StripeError) {
            throw new AppError({ code: 'payment-unavailable' }, { cause: error });
          }
          throw error;
        }),
    ];
  });
  return Object.fromEntries(told) as Payments;
}
