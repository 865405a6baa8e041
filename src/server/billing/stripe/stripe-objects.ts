import type { Stripe } from 'stripe';
import {
  PLAN_NAMES,
  type PlanName,
  Recurrence,
  type SubscriptionStatus,
} from '../../../contract/http/billing.ts';
import type { Invoice, PlanPrice, Session, Subscription } from '../payments.ts';

/** The key by which a plan's price is found at Stripe. */
export function lookupKeyOf(plan: PlanName, recurrence: Recurrence): string {
  return `vitrine_${plan}_${recurrence}`;
}

/** Metadata that keeps the key where a newer price has taken it over. */
export const PRICE_KEY = 'vitrine_key';

/** The lookup keys of all plans. */
export const LOOKUP_KEYS = PLAN_NAMES.flatMap((plan) =>
  Recurrence.options.map((recurrence) => lookupKeyOf(plan, recurrence)),
);

/** Null for a price that is not one of our plans. */
export function describePrice(price: Stripe.Price): PlanPrice | null {
  const key = price.lookup_key ?? price.metadata[PRICE_KEY];
  const amount = price.unit_amount;
  if (amount === null) return null;
  for (const plan of PLAN_NAMES) {
    for (const recurrence of Recurrence.options) {
      if (key !== lookupKeyOf(plan, recurrence)) continue;
      return { id: price.id, plan, recurrence, amount, currency: price.currency.toUpperCase() };
    }
  }
  return null;
}

/** Id of what Stripe gives bare or whole. */
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

const momentOf = (seconds: number): Date => new Date(seconds * 1000);

export function describeSession(session: Stripe.Checkout.Session): Session {
  return {
    id: session.id,
    orderId: session.client_reference_id,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    paymentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    invoiceId: idOf(session.invoice),
  };
}

const STATUS: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
};

/** @param priceOf One of our prices by its id. */
export async function describeSubscription(
  subscription: Stripe.Subscription,
  priceOf: (id: string) => Promise<PlanPrice | null>,
): Promise<Subscription> {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no items`);
  const { schedule } = subscription;
  const phases = schedule !== null && typeof schedule !== 'string' ? schedule.phases : [];
  const coming = phases.find((phase) => phase.start_date >= item.current_period_end);
  const nextId = idOf(coming?.items[0]?.price);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    current: describePrice(item.price),
    status: STATUS[subscription.status] ?? 'canceled',
    periodStart: momentOf(item.current_period_start),
    periodEnd: momentOf(item.current_period_end),
    cancelsAtEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    next: nextId === null ? null : await priceOf(nextId),
    createdAt: momentOf(subscription.created),
    endedAt: subscription.ended_at === null ? null : momentOf(subscription.ended_at),
  };
}

/** @param priceOf One of our prices by its id. */
export async function describeInvoice(
  invoice: Stripe.Invoice,
  priceOf: (id: string) => Promise<PlanPrice | null>,
): Promise<Invoice> {
  const lines: Invoice['lines'][number][] = [];
  for (const line of invoice.lines.data) {
    const priceId = idOf(line.pricing?.price_details?.price);
    lines.push({ price: priceId === null ? null : await priceOf(priceId), amount: line.amount });
  }
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid');
  return {
    id: invoice.id ?? '',
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    status: statusOf(invoice),
    lines,
    paymentId: idOf(paid?.payment.payment_intent),
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    createdAt: momentOf(invoice.created),
  };
}

function statusOf({ status, attempted }: Stripe.Invoice): Invoice['status'] {
  if (status === 'paid') return 'paid';
  if (status === 'void') return 'void';
  return attempted || status === 'uncollectible' ? 'failed' : 'open';
}
