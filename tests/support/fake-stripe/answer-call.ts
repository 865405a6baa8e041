import { type FakeBank, Refusal, type Thing } from './fake-bank.ts';
import { readAmount } from './read-amount.ts';
import type { Sent } from './read-form.ts';

/** What Stripe answers to one call. @throws Refusal */
export function answerCall(bank: FakeBank, method: string, path: string, sent: Sent): unknown {
  const [kind = '', id = '', verb = ''] = path.replace('/v1/checkout/', '/v1/').split('/').slice(2);
  if (method === 'POST' && kind === 'prices') return makePrice(bank, sent);
  if (kind === 'products') return answerProduct(bank, method, id, sent);
  if (kind === 'webhook_endpoints') {
    if (method === 'GET') return bank.list(bank.things('webhook_endpoint'));
    if (id !== '') return Object.assign(bank.find(id), sent);
    return bank.make('we', 'webhook_endpoint', { ...sent, secret: 'whsec_made' });
  }
  if (kind === 'prices') {
    if (id !== '') return bank.find(id);
    return bank.list(bank.things('price').filter((price) => sent.lookup_keys.includes(price.lookup_key)));
  }
  if (kind === 'customers') return bank.make('cus', 'customer', { ...sent, balance: 0 });
  if (kind === 'sessions') return answerSession(bank, method, id, verb, sent);
  if (kind === 'subscriptions') return answerSubscription(bank, method, id, sent);
  if (kind === 'subscription_schedules') return answerSchedule(bank, id, verb, sent);
  if (kind === 'invoices' && id === 'create_preview') {
    const subscription = bank.find(sent.subscription);
    const { items, proration_date: at } = sent.subscription_details;
    const lines = bank.prorate(subscription, items[0].price, bank.onClock(Number(at)));
    const total = bank.totalOf(lines);
    const { customer } = subscription;
    const { balance: starting_balance } = bank.find(customer);
    const parent = { subscription_details: { subscription: subscription.id } };
    return {
      id: 'upcoming_in_1',
      object: 'invoice',
      customer,
      currency: 'eur',
      status: 'draft',
      attempted: false,
      total,
      starting_balance,
      amount_due: Math.max(total + starting_balance, 0),
      number: null,
      created: bank.clock(),
      lines: bank.list(lines),
      parent,
    };
  }
  if (kind === 'invoices' || kind === 'payment_intents') return bank.find(id);
  if (kind === 'disputes') {
    return bank.list(bank.things('dispute').filter((one) => one.payment_intent === sent.payment_intent));
  }
  if (kind === 'refunds' && method === 'GET') {
    return bank.list(bank.things('refund').filter((one) => one.payment_intent === sent.payment_intent));
  }
  if (kind === 'refunds') return bank.giveBack(sent.payment_intent);
  throw new Refusal(404, 'invalid_request_error', 'unknown_path');
}

function answerSession(bank: FakeBank, method: string, id: string, verb: string, sent: Sent): Thing {
  if (verb === 'expire') return bank.expire(id);
  if (method === 'GET') return bank.find(id);
  const [item] = sent.line_items;
  const price = item.price === undefined ? null : bank.find(item.price);
  const session = bank.make('cs', 'checkout.session', {
    customer: bank.find(sent.customer, 'customer').id,
    client_reference_id: sent.client_reference_id,
    mode: sent.mode,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: price?.unit_amount ?? readAmount(item.price_data),
    currency: price?.currency ?? item.price_data.currency,
    payment_intent: null,
    subscription: null,
    invoice: null,
    price: price?.id,
    success_url: sent.success_url,
  });
  session.url = `https://checkout.example/${session.id}`;
  return session;
}

function answerSubscription(bank: FakeBank, method: string, id: string, sent: Sent): Thing {
  const subscription = bank.find(id);
  if (method === 'DELETE') {
    Object.assign(subscription, { status: 'canceled', ended_at: bank.clock(), schedule: null });
    bank.tell('customer.subscription.deleted', subscription);
  } else if (method === 'POST') {
    const isPlanned = subscription.schedule !== null;
    if (isPlanned) throw new Refusal(400, 'invalid_request_error', 'managed_by_schedule');
    if (sent.items !== undefined) {
      bank.changePrice(subscription, sent.items[0].price, bank.onClock(Number(sent.proration_date)));
    }
    if (sent.cancel_at_period_end !== undefined) {
      subscription.cancel_at_period_end = sent.cancel_at_period_end === 'true';
    }
    bank.tell('customer.subscription.updated', subscription);
  }
  const { schedule } = subscription;
  const customer = sent.expand?.includes('customer')
    ? bank.find(subscription.customer)
    : subscription.customer;
  return { ...subscription, customer, schedule: schedule === null ? null : bank.find(schedule) };
}

function answerSchedule(bank: FakeBank, id: string, verb: string, sent: Sent): Thing {
  if (id === '') {
    const subscription = bank.find(sent.from_subscription);
    if (subscription.schedule !== null || subscription.cancel_at_period_end) {
      throw new Refusal(400, 'invalid_request_error', 'not_schedulable');
    }
    const schedule = bank.make('sub_sched', 'subscription_schedule', {
      subscription: subscription.id,
      phases: [],
    });
    subscription.schedule = schedule.id;
    return schedule;
  }
  const schedule = bank.find(id);
  const subscription = bank.find(schedule.subscription);
  if (verb === 'release') subscription.schedule = null;
  else {
    const [first, second] = sent.phases;
    const end = Number(first.end_date);
    schedule.phases = [
      { ...first, start_date: Number(first.start_date), end_date: end },
      { ...second, start_date: end },
    ];
  }
  bank.tell('customer.subscription.updated', subscription);
  return schedule;
}

function answerProduct(bank: FakeBank, method: string, id: string, sent: Sent): Thing {
  if (method === 'GET') return bank.find(id);
  return bank.make('prod', 'product', sent);
}

/** A lookup key goes over from the price that had it. */
function makePrice(bank: FakeBank, sent: Sent): Thing {
  for (const other of bank.things('price')) {
    if (other.lookup_key !== sent.lookup_key) continue;
    if (sent.transfer_lookup_key !== 'true')
      throw new Refusal(400, 'invalid_request_error', 'lookup_key_taken');
    other.lookup_key = null;
  }
  return bank.make('price', 'price', { ...sent, unit_amount: readAmount(sent) });
}
