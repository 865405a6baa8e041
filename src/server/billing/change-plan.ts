import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, isFailure } from '../../contract/failure.ts';
import type { ChangeBody, ChangePreview, SubscriptionBody } from '../../contract/http/billing.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { subscriptions } from '../db/schema/billing.ts';
import type { Services } from '../deps.ts';
import { creditsOf } from './catalogue.ts';
import { bringCredits, countCredits } from './count-credits.ts';
import { endOfPeriod } from './end-of-period.ts';
import { forecastPlan } from './forecast-plan.ts';
import { describeSubscription } from './list-subscriptions.ts';
import type { Payments, PlanPrice } from './payments.ts';
import { paymentsOf } from './payments-of.ts';
import { planChange } from './plan-change.ts';
import type { BillingDeps } from './receive-event.ts';
import { settleSubscription } from './settle-subscription.ts';
import { endLostPlan, findCurrent, lockPayer, readAhead, type SubscriptionRow } from './settlement.ts';
import { toWhole } from './stripe/currency-units.ts';

/** What changing a plan needs, without a server around it. */
export type PlanDeps = Pick<BillingDeps, 'config' | 'logger' | 'now'> & {
  readonly services: Pick<Services, 'payments'>;
};

/** How long what a preview said is reckoned as it was then. */
const PREVIEW_HOLDS_MS = 15 * 60_000;

/**
 * What a change to another plan would cost and bring, and when; what is to come after it.
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
  await endLostPlan(deps.database.db, payments, userId, deps.now());
  const current = await readCurrent(deps.database.db, userId);
  const price = await findPrice(payments, priceId);
  const when = planChange(current, price);
  if (when === null) checkIsOther(current, price);
  const { currency, recurrence } = price;
  const { catalogue } = deps.config;
  const at = wholeSecond(deps.now());
  const { amount, creditLeft, credits } =
    when === 'now'
      ? await previewNow(deps, current, price, at)
      : { amount: 0, creditLeft: await payments.readCredit(current.providerId), credits: 0 };
  const { brings, ahead } = bringCredits(credits, await readAhead(deps.database.db, userId));
  const plan = catalogue.plans.find(({ name }) => name === price.plan);
  const from =
    when === 'now' && current.recurrence !== recurrence ? endOfPeriod(at, recurrence) : current.periodEnd;
  const { payment, credits: comingCredits } = forecastPlan({
    recurrence,
    price: price.amount,
    creditsOfPeriod: plan === undefined ? 0 : creditsOf(plan, recurrence),
    from,
    moneyLeft: creditLeft,
    creditsAhead: ahead,
  });
  return {
    when: when ?? 'period-end',
    amount_due: toWhole(amount, currency),
    currency,
    credits: brings,
    effective_at: (when === 'now' ? at : current.periodEnd).toISOString(),
    price: toWhole(price.amount, currency),
    recurrence,
    credit_left: toWhole(creditLeft, currency),
    next_payment: payment && { amount: toWhole(payment.amount, currency), at: payment.at.toISOString() },
    next_credits: comingCredits && { amount: comingCredits.amount, at: comingCredits.at.toISOString() },
  };
}

/** @returns Credits as {@link countCredits} has them. */
async function previewNow(deps: BillingDeps, current: SubscriptionRow, price: PlanPrice, at: Date) {
  const { amount, creditLeft, lines } = await paymentsOf(deps).previewChange(current.providerId, price, at);
  return { amount: Math.max(amount, 0), creditLeft, credits: countCredits(deps.config.catalogue, lines) };
}

/** Providers reckon in seconds. */
function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}

/**
 * Changes the plan: at once and charged, or when the paid period ends. Back to the plan that is held withdraws what was
 * to come.
 *
 * @param wish With what the person said yes to: nothing else is charged, and at no other time.
 * @throws AppError as {@link previewChange}; `price-changed` where that holds no longer, and `payment-declined`: then the plan
 *   is as it was.
 */
export async function changePlan(
  deps: BillingDeps,
  tx: Transaction,
  userId: UserId,
  wish: z.infer<typeof ChangeBody>,
): Promise<SubscriptionBody> {
  const price = await findPrice(paymentsOf(deps), wish.price_id);
  return act(deps, tx, userId, async (payments, current) => {
    const when = planChange(current, price);
    if (when === null) checkIsOther(current, price);
    const at = reckonFrom(deps.now(), current.periodStart, wish.previewed_at);
    await checkAgreed(deps, current, price, at, wish);
    const { plan, recurrence } = price;
    if (when === 'now') {
      await payments.changeNow(current.providerId, price, at);
      return { ...GOES_ON, plan, recurrence };
    }
    if (when === 'period-end') {
      await payments.changeAtEnd(current.providerId, price);
      return { ...GOES_ON, nextPlan: plan, nextRecurrence: recurrence };
    }
    await payments.resume(current.providerId);
    return GOES_ON;
  });
}

/**
 * Whether a change is still what its preview said: meanwhile the period may have turned, or another window changed the plan.
 *
 * @param wish A page from before that sends only when it looked agrees to nothing that is charged now.
 * @throws AppError `price-changed`, `payment-unavailable`.
 */
async function checkAgreed(
  deps: BillingDeps,
  current: SubscriptionRow,
  price: PlanPrice,
  at: Date,
  { previewed_at: previewedAt, when, amount_due: due }: z.infer<typeof ChangeBody>,
): Promise<void> {
  if (previewedAt === undefined && when === undefined && due === undefined) return;
  const isNow = planChange(current, price) === 'now';
  const isSo = isNow
    ? when === 'now' && due === toWhole((await previewNow(deps, current, price, at)).amount, price.currency)
    : when !== 'now' && Date.parse(previewedAt ?? '') === current.periodEnd.getTime();
  if (isSo) return;
  // It was made before, and only its answer was lost: made once more it charges nothing, and is written down.
  const made = isNow ? await paymentsOf(deps).readSubscription(current.providerId) : null;
  if (made?.current?.plan === price.plan && made.current.recurrence === price.recurrence) return;
  throw new AppError({ code: 'price-changed' });
}

function reckonFrom(now: Date, periodStart: Date, previewedAt: string | undefined): Date {
  const previewed = previewedAt === undefined ? now : new Date(previewedAt);
  const ageMs = now.getTime() - previewed.getTime();
  const holds = ageMs >= 0 && ageMs <= PREVIEW_HOLDS_MS && previewed >= periodStart;
  return holds ? previewed : wholeSecond(now);
}

/** No further period; what is paid stays. @throws AppError `subscription-missing`, `payment-unavailable`. */
export function cancelPlan(deps: PlanDeps, tx: Transaction, userId: UserId): Promise<SubscriptionBody> {
  return act(deps, tx, userId, async (payments, { providerId }) => {
    await payments.cancelAtEnd(providerId);
    return { ...GOES_ON, cancelsAtEnd: true };
  });
}

/** Goes on as it is: nothing ends, nothing else is to come. @throws AppError as {@link cancelPlan}. */
export function resumePlan(deps: BillingDeps, tx: Transaction, userId: UserId): Promise<SubscriptionBody> {
  return act(deps, tx, userId, async (payments, { providerId }) => {
    await payments.resume(providerId);
    return GOES_ON;
  });
}

/** What a change makes of a plan. */
type Change = Partial<
  Pick<SubscriptionRow, 'plan' | 'recurrence' | 'cancelsAtEnd' | 'nextPlan' | 'nextRecurrence'>
>;
const GOES_ON = { cancelsAtEnd: false, nextPlan: null, nextRecurrence: null } as const;

/**
 * Does something to the plan at the provider and writes down what it then is. Where the provider has done it and then does
 * not say how the plan stands, that is what was asked for: its message settles the rest.
 */
async function act(
  deps: PlanDeps,
  tx: Transaction,
  userId: UserId,
  work: (payments: Payments, current: SubscriptionRow) => Promise<Change>,
): Promise<SubscriptionBody> {
  const payments = paymentsOf(deps);
  await lockPayer(tx, userId);
  const current = await readCurrent(tx, userId);
  const change = await work(payments, current);
  const { catalogue } = deps.config;
  const settlement = {
    tx,
    payments,
    catalogue,
    logger: deps.logger,
    now: deps.now(),
    userId,
    cause: 'change',
  };
  const { providerId } = current;
  try {
    return describeSubscription((await settleSubscription(settlement, providerId)) ?? current);
  } catch (error) {
    if (!isFailure(error, 'payment-unavailable')) throw error;
    deps.logger.warn(
      { err: error, subscription: providerId },
      'a plan was changed and could not be read back',
    );
    await tx.update(subscriptions).set(change).where(eq(subscriptions.id, current.id));
    return describeSubscription({ ...current, ...change });
  }
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
