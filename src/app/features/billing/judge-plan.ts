import type { PlanBody, Recurrence, SubscriptionBody } from '../../../contract/http/billing.ts';

/** What a plan's button offers (S1 4.7). `planned`: the person's plan becomes this one when its period ends. */
export type PlanOffer =
  | 'current'
  | 'to-yearly'
  | 'to-monthly'
  | 'upgrade'
  | 'downgrade'
  | 'choose'
  | 'planned';

export interface PlanState {
  readonly offer: PlanOffer;
  /** False where there is nothing to press: it is this plan, it is planned, or a payment must be made first. */
  readonly isOffered: boolean;
}

/**
 * What the button of a plan offers, beside the plan that the person has.
 *
 * @param plans In their rank.
 * @param recurrence As the toggle stands.
 */
export function judgePlan(
  plans: readonly PlanBody[],
  plan: PlanBody,
  recurrence: Recurrence,
  subscription: SubscriptionBody | null,
): PlanState {
  if (subscription === null || subscription.status === 'canceled' || subscription.status === 'incomplete') {
    return { offer: 'choose', isOffered: true };
  }
  const { next, status } = subscription;
  if (subscription.plan.name === plan.name && subscription.recurrence === recurrence) {
    return { offer: 'current', isOffered: false };
  }
  if (next?.plan.name === plan.name && next.recurrence === recurrence) {
    return { offer: 'planned', isOffered: false };
  }
  return { offer: compare(plans, plan, recurrence, subscription), isOffered: status === 'active' };
}

function compare(
  plans: readonly PlanBody[],
  plan: PlanBody,
  recurrence: Recurrence,
  subscription: SubscriptionBody,
): PlanOffer {
  if (subscription.plan.name === plan.name) return recurrence === 'yearly' ? 'to-yearly' : 'to-monthly';
  const rank = (name: string): number => plans.findIndex((one) => one.name === name);
  return rank(plan.name) > rank(subscription.plan.name) ? 'upgrade' : 'downgrade';
}
