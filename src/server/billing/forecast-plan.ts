import type { Recurrence } from '../../contract/http/billing.ts';
import { endOfPeriod } from './end-of-period.ts';

/** Where a forecast stops looking; what is left of a year's highest price lasts less. */
const MAX_PERIODS = 240;

/** What a plan has ahead of it when its next period begins. Amounts are in the currency's smallest unit. */
export interface PlanAhead {
  readonly recurrence: Recurrence;
  /** Price and credits of a whole period. */
  readonly price: number;
  readonly creditsOfPeriod: number;
  /** When the next period begins. */
  readonly from: Date;
  /** Money of the person's that pays invoices before their card does. */
  readonly moneyLeft: number;
  /** Credits that were given already for that money. */
  readonly creditsAhead: number;
}

export interface Coming {
  readonly amount: number;
  readonly at: Date;
}

/** The first payment and the first credits to come; null where none come in {@link MAX_PERIODS} periods. */
export function forecastPlan(plan: PlanAhead): {
  readonly payment: Coming | null;
  readonly credits: Coming | null;
} {
  let { moneyLeft, creditsAhead } = plan;
  let payment: Coming | null = null;
  let credits: Coming | null = null;
  for (let count = 0; count < MAX_PERIODS && (payment === null || credits === null); count += 1) {
    const at = count === 0 ? plan.from : endOfPeriod(plan.from, plan.recurrence, count);
    if (plan.price > moneyLeft) payment ??= { amount: plan.price - moneyLeft, at };
    if (plan.creditsOfPeriod > creditsAhead) credits ??= { amount: plan.creditsOfPeriod - creditsAhead, at };
    moneyLeft = Math.max(moneyLeft - plan.price, 0);
    creditsAhead = Math.max(creditsAhead - plan.creditsOfPeriod, 0);
  }
  return { payment, credits };
}
