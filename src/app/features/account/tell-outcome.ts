import type { DeliveryBody } from '../../../contract/http/keys/webhooks.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import type { Formatters } from '../../texts/formatters.ts';

type WebhookTexts = LateTexts['programs']['webhooks'];

/** How a try to tell a webhook ended, in words. */
export function tellOutcome(
  { outcomes }: WebhookTexts,
  { status, error }: Pick<DeliveryBody, 'status' | 'error'>,
): string {
  if (error !== null) return outcomes[error];
  return outcomes.status(String(status));
}

/** What a message is about. */
export function tellMessage(
  { types }: WebhookTexts,
  { type, render_id: renderId }: Pick<DeliveryBody, 'type' | 'render_id'>,
): string {
  return types[type](String(renderId));
}

/** What became of a message. */
export function tellDelivery(texts: WebhookTexts, format: Formatters, delivery: DeliveryBody): string {
  const { states } = texts;
  const { state, status, error, tried_at: triedAt, next_try_at: nextAt } = delivery;
  const isTried = status !== null || error !== null;
  const outcome = isTried ? tellOutcome(texts, delivery) : '';
  if (state === 'delivered') return states.delivered(outcome, format.dateTime(triedAt ?? ''));
  if (state === 'given-up') return isTried ? states.givenUp(outcome) : states.stopped;
  // While a try runs, `next_try_at` is when another process would take it.
  const isFresh = delivery.tries === 0 || !isTried;
  return isFresh ? states.fresh : states.next(outcome, format.dateTime(nextAt ?? ''));
}
