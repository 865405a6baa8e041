import type { Sent } from './read-form.ts';

/** An object as Stripe has it. */
export type Thing = Sent & { id: string; object: string };

interface RefusalDetail {
  readonly param?: string;
  readonly message?: string;
}

export class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, type: string, code: string, { param, message = code }: RefusalDetail = {}) {
    super(code);
    this.status = status;
    this.body = { error: { type, code, message, param } };
  }
}

const DAY = 24 * 3_600;
const LENGTH: Readonly<Record<string, number>> = { month: 30 * DAY, year: 365 * DAY };

/** What Stripe keeps and does, as far as the product asks for it. Its clock stands until it is moved. */
export function createFakeBank() {
  const things = new Map<string, Thing>();
  const events: Thing[] = [];
  let count = 0;
  let now = Math.floor(Date.now() / 1000);
  const make = (prefix: string, object: string, fields: object): Thing => {
    // As many figures for each: of one second the later is the greater.
    count += 1;
    const id = `${prefix}_${String(count).padStart(5, '0')}`;
    const thing = { id, object, created: now, ...fields };
    things.set(thing.id, thing);
    return thing;
  };
  const find = (id: string, param = 'id'): Thing => {
    const thing = things.get(id);
    if (thing !== undefined) return thing;
    // What keys of the other mode made; a live one is named so by whoever tests.
    const lives = id.includes('live') ? 'live' : 'test';
    const isOthers = id.includes('elsewhere');
    const hint = `; a similar object exists in ${lives} mode, but a ${lives === 'live' ? 'test' : 'live'} mode key was used to make this request.`;
    // Of another account's it says nothing.
    const message = `No such ${param}: '${id}'${isOthers ? '' : hint}`;
    const status = param === 'id' ? 404 : 400;
    throw new Refusal(status, 'invalid_request_error', 'resource_missing', { param, message });
  };
  /** Messages hold the object as it was then. */
  const tell = (type: string, object: Thing): void => {
    events.push(make('evt', 'event', { type, data: { object: structuredClone(object) } }));
  };
  const list = (data: unknown[]) => ({ object: 'list', data, has_more: false });
  const periodOf = (price: Thing): number => LENGTH[price.recurring.interval] ?? 0;

  const pay = (customer: string, amount: number): Thing => {
    const charge = make('ch', 'charge', { customer, amount, amount_refunded: 0, disputed: false });
    const intent = make('pi', 'payment_intent', { customer, amount, latest_charge: charge });
    charge.payment_intent = intent.id;
    return intent;
  };
  const line = (price: Thing, amount: number, subscription: string, proration = false) => ({
    amount,
    currency: price.currency,
    pricing: { type: 'price_details', price_details: { price: price.id, product: 'prod_1' } },
    parent: { type: 'subscription_item_details', subscription_item_details: { proration, subscription } },
  });
  const totalOf = (lines: { amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);
  const bill = (subscription: Thing, lines: { amount: number }[], isPaid: boolean): Thing => {
    const customer = find(subscription.customer);
    const total = totalOf(lines) + customer.balance;
    customer.balance = Math.min(total, 0);
    const invoice = make('in', 'invoice', {
      customer: subscription.customer,
      number: `F-${count}`,
      currency: 'eur',
      status: 'open',
      attempted: true,
      amount_due: Math.max(total, 0),
      amount_paid: 0,
      lines: list(lines),
      payments: list([]),
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      hosted_invoice_url: 'https://invoice.example/',
      invoice_pdf: 'https://invoice.example/pdf',
    });
    tell('invoice.created', invoice);
    if (isPaid) settle(invoice);
    else tell('invoice.payment_failed', invoice);
    return invoice;
  };
  const settle = (invoice: Thing): void => {
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due });
    if (invoice.amount_due > 0) {
      const intent = pay(invoice.customer, invoice.amount_due);
      invoice.payments = list([
        { status: 'paid', payment: { type: 'payment_intent', payment_intent: intent.id } },
      ]);
    }
    tell('invoice.paid', invoice);
  };
  const subscribe = (session: Thing): Thing => {
    const price = find(session.price);
    const subscription = make('sub', 'subscription', {
      customer: session.customer,
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      schedule: null,
      refuses: false,
    });
    const period = { current_period_start: now, current_period_end: now + periodOf(price) };
    subscription.items = list([{ id: `si_${count}`, price, ...period }]);
    tell('customer.subscription.created', subscription);
    session.invoice = bill(subscription, [line(price, price.unit_amount, subscription.id)], true).id;
    return subscription;
  };
  /** What a change now is billed: the rest of before, and the rest, or all where the length differs, of after. */
  const prorate = (subscription: Thing, priceId: string, at: number) => {
    const [item] = subscription.items.data;
    const after = find(priceId);
    const rest = (item.current_period_end - at) / (item.current_period_end - item.current_period_start);
    const share = periodOf(item.price) === periodOf(after) ? rest : 1;
    return [
      line(item.price, -Math.round(item.price.unit_amount * rest), subscription.id, true),
      line(after, Math.round(after.unit_amount * share), subscription.id, share !== 1),
    ];
  };

  return {
    events,
    find,
    make,
    list,
    prorate,
    totalOf,
    things: (object: string): Thing[] => [...things.values()].filter((thing) => thing.object === object),
    bill,
    tell,
    moveTo: (seconds: number) => void (now = seconds),
    clock: () => now,
    /** A moment of the real clock, on the clock of this bank. */
    onClock: (seconds: number) => seconds + now - Math.floor(Date.now() / 1000),
    changePrice(subscription: Thing, priceId: string, at: number): void {
      const [item] = subscription.items.data;
      if (item.price.id === priceId) return;
      if (subscription.refuses) throw new Refusal(402, 'card_error', 'card_declined');
      const lines = prorate(subscription, priceId, at);
      const price = find(priceId);
      if (periodOf(price) !== periodOf(item.price)) {
        Object.assign(item, { current_period_start: now, current_period_end: now + periodOf(price) });
      }
      item.price = price;
      bill(subscription, lines, true);
    },
    /** A person at the checkout. `isAsync`: by a bank, whose money comes later. */
    complete(sessionId: string, isAsync: boolean): void {
      const session = find(sessionId);
      if (session.status !== 'open') throw new Refusal(400, 'invalid_request_error', 'not_open');
      session.status = 'complete';
      if (session.mode === 'payment') session.payment_intent = pay(session.customer, session.amount_total).id;
      else session.subscription = subscribe(session).id;
      session.payment_status = isAsync ? 'unpaid' : 'paid';
      tell('checkout.session.completed', session);
    },
    /** The bank's money comes, or does not. */
    arrive(sessionId: string, isPaid: boolean): void {
      const session = find(sessionId);
      if (isPaid) session.payment_status = 'paid';
      tell(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
    },
    expire(sessionId: string): Thing {
      const session = find(sessionId);
      if (session.status !== 'open') throw new Refusal(400, 'invalid_request_error', 'not_open');
      session.status = 'expired';
      tell('checkout.session.expired', session);
      return session;
    },
    /** The period of a subscription ends. */
    renew(id: string, isPaid: boolean): void {
      const subscription = find(id);
      const [item] = subscription.items.data;
      now = Math.max(now, item.current_period_end);
      if (subscription.cancel_at_period_end) {
        Object.assign(subscription, { status: 'canceled', ended_at: now });
        tell('customer.subscription.deleted', subscription);
        return;
      }
      const coming = subscription.schedule && find(subscription.schedule).phases[1];
      if (coming) {
        item.price = find(coming.items[0].price);
        subscription.schedule = null;
      }
      const start = item.current_period_end;
      Object.assign(item, { current_period_start: start, current_period_end: start + periodOf(item.price) });
      bill(subscription, [line(item.price, item.price.unit_amount, id)], isPaid);
      subscription.status = isPaid ? 'active' : 'past_due';
      tell('customer.subscription.updated', subscription);
    },
    payInvoice(id: string): void {
      const invoice = find(id);
      settle(invoice);
      const subscription = find(invoice.parent.subscription_details.subscription);
      subscription.status = 'active';
      tell('customer.subscription.updated', subscription);
    },
    giveBack(paymentId: string, amount?: number): Thing {
      const charge = find(paymentId).latest_charge;
      const left = charge.amount - charge.amount_refunded;
      if (left === 0) throw new Refusal(400, 'invalid_request_error', 'charge_already_refunded');
      const taken = Math.min(amount ?? left, left);
      charge.amount_refunded += taken;
      tell('charge.refunded', charge);
      const fields = { charge: charge.id, payment_intent: paymentId, amount: taken, status: 'succeeded' };
      return make('re', 'refund', fields);
    },
    /** The bank could not give the money back: Stripe has it again, whatever the charge says. */
    failRefund(id: string): void {
      const refund = find(id);
      refund.status = 'failed';
      for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed']) tell(type, refund);
    },
    dispute(paymentId: string, status: string): void {
      const charge = find(paymentId).latest_charge;
      const known = [...things.values()].find(
        (one) => one.object === 'dispute' && one.payment_intent === paymentId,
      );
      charge.disputed = true;
      const dispute = known ?? make('dp', 'dispute', { payment_intent: paymentId, charge: charge.id });
      dispute.status = status;
      tell(known ? 'charge.dispute.closed' : 'charge.dispute.created', dispute);
    },
  };
}

export type FakeBank = ReturnType<typeof createFakeBank>;
