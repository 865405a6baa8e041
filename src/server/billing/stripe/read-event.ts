import { Stripe } from 'stripe';
import { z } from 'zod';
import type { PaymentEvent } from '../payments.ts';

/** Events older than this are refused as replays, as Stripe's own libraries do. */
const TOLERANCE_SECONDS = 300;
/** Used only to make and check signatures; it makes no network calls. */
const { webhooks } = new Stripe('none');

const Id = z.string().max(300);
/** Ids come bare, or inside of the object they name. */
const Reference = z
  .union([Id, z.object({ id: Id }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const Event = z.object({
  id: Id,
  type: z.string().max(200),
  data: z.object({
    object: z.object({
      id: Id.optional(),
      object: z.string(),
      customer: Reference,
      payment_intent: Reference,
    }),
  }),
});

/**
 * A message in the shape and with the signature of Stripe.
 *
 * @returns Null when the signature does not fit, or the message is older than 300 s.
 */
export function readSignedEvent(body: Buffer, signature: string, secret: string): PaymentEvent | null {
  let raw: unknown;
  try {
    raw = webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
  } catch {
    return null;
  }
  const { id, type, data } = Event.parse(raw);
  return { id, type, subject: subjectOf(data.object) };
}

function subjectOf(object: z.infer<typeof Event>['data']['object']): PaymentEvent['subject'] {
  const { id = '', customer: customerId, payment_intent: paymentId } = object;
  if (object.object === 'checkout.session') return { kind: 'session', id, customerId };
  if (object.object === 'subscription') return { kind: 'subscription', id, customerId };
  if (object.object === 'invoice') return { kind: 'invoice', id, customerId };
  const isMoneyBack = ['charge', 'refund', 'dispute'].includes(object.object);
  if (isMoneyBack && paymentId !== null) return { kind: 'payment', id: paymentId, customerId };
  return { kind: 'other', id, customerId };
}

/** The signature header that a webhook event is sent with. */
export function signEvent(body: string, secret: string, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  return webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
}
