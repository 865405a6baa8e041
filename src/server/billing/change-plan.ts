import { AppError } from '../../contract/failure.ts';
import type { ChangePreview, SubscriptionBody } from '../../contract/http/billing.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { countCredits } from './count-credits.ts';
import { toWhole } from './currency-units.ts';
import { findCurrent, lockPayer, type SubscriptionRow } from './desk.ts';
import { describeSubscription } from './list-subscriptions.ts';
import type { Payments, PlanPrice } from './payments.ts';
import { paymentsOf } from './payments-of.ts';
import { planChange } from './plan-change.ts';
import type { BillingDeps } from './receive-event.ts';
import { settleSubscription } from './settle-subscription.ts';

/**
 * What a change to another plan would cost and bring, and when.
 *
 * @throws AppError `subscription-missing`, `price-unknown`, `subscription-exists` for the plan that is held already,
 *   `payment-unavailable`.
 */
export async function previewChange(
  deps: BillingDeps,
  userId: UserId,
  priceId: string,
): Promise<ChangePreview> {
  const payments = paymentsOf(deps);
  const current = await readCurrent(deps.database.db, userId);
  const price = await findPrice(payments, priceId);
  const { currency } = price;
  if (planChange(current, price) !== 'now') {
    checkIsOther(current, price);
    const effective_at = current.periodEnd.toISOString();
    return { when: 'period-end', amount_due: 0, currency, credits: 0, effective_at };
  }
  const { amount, lines } = await payments.previewChange(current.providerId, price);
  const credits = countCredits(deps.config.catalogue, lines);
  const amount_due = toWhole(Math.max(amount, 0), currency);
  return { when: 'now', amount_due, currency, credits, effective_at: deps.now().toISOString() };
}

/**
 * Changes the plan: at once and charged, or when the paid period ends. Back to the plan that is held withdraws what was
 * to come.
 *
 * @throws AppError as {@link previewChange}, and `payment-declined`: then the plan is as it was.
 */
export async function changePlan(
  deps: BillingDeps,
  tx: Transaction,
  userId: UserId,
  priceId: string,
): Promise<SubscriptionBody> {
  const price = await findPrice(paymentsOf(deps), priceId);
  return act(deps, tx, userId, async (payments, current) => {
    const when = planChange(current, price);
    if (when === 'now') return payments.changeNow(current.providerId, price);
    if (when === 'period-end') return payments.changeAtEnd(current.providerId, price);
    checkIsOther(current, price);
    return payments.resume(current.providerId);
  });
}

/** No further period; what is paid stays. @throws AppError `subscription-missing`, `payment-unavailable`. */
export function cancelPlan(deps: BillingDeps, tx: Transaction, userId: UserId): Promise<SubscriptionBody> {
  return act(deps, tx, userId, (payments, { providerId }) => payments.cancelAtEnd(providerId));
}

/** Goes on as it is: nothing ends, nothing else is to come. @throws AppError as {@link cancelPlan}. */
export function resumePlan(deps: BillingDeps, tx: Transaction, userId: UserId): Promise<SubscriptionBody> {
  return act(deps, tx, userId, (payments, { providerId }) => payments.resume(providerId));
}

/** Does something to the plan at the provider and writes down what it then is. */
async function act(
  deps: BillingDeps,
  tx: Transaction,
  userId: UserId,
  work: (payments: Payments, current: SubscriptionRow) => Promise<void>,
): Promise<SubscriptionBody> {
  const payments = paymentsOf(deps);
  await lockPayer(tx, userId);
  const current = await readCurrent(tx, userId);
  await work(payments, current);
  const { catalogue } = deps.config;
  const desk = { tx, payments, catalogue, logger: deps.logger, now: deps.now(), userId, cause: 'change' };
  return describeSubscription((await settleSubscription(desk, current.providerId)) ?? current);
}

async function readCurrent(db: Queryable, userId: UserId): Promise<SubscriptionRow> {
  const current = await findCurrent(db, userId);
  if (current === null) throw new AppError({ code: 'subscription-missing' });
  return current;
}

/** A price that a plan is sold at now. @throws AppError `price-unknown`. */
export async function findPrice(payments: Payments, priceId: string): Promise<PlanPrice> {
  const price = (await payments.listPrices()).find(({ id }) => id === priceId);
  if (price === undefined) throw new AppError({ code: 'price-unknown' });
  return price;
}

function checkIsOther(current: SubscriptionRow, price: PlanPrice): void {
  const isSame = current.plan === price.plan && current.recurrence === price.recurrence;
  if (isSame && !current.cancelsAtEnd && current.nextPlan === null) {
    throw new AppError({ code: 'subscription-exists' });
  }
}
