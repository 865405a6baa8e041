import type { PlanBody, Recurrence } from '../../../contract/http/billing.ts';

/** What a plan costs and brings, as its card tells it. Amounts are in whole currency units. */
export interface PlanPrice {
  readonly perMonth: number;
  /** What a month would cost otherwise; null where it would not cost more. */
  readonly before: number | null;
  /** Of the month that is cheaper by the year, 0 to 1; null where it is not. */
  readonly saving: number | null;
  /** What a checkout takes at once (B17). */
  readonly today: number;
  readonly perImage: number;
  readonly priceId: string | null;
}

/** Prices of one plan, for the toggle's side. */
export function pricePlan(plan: PlanBody, recurrence: Recurrence): PlanPrice {
  const isYearly = recurrence === 'yearly';
  const perMonth = isYearly ? plan.price_yearly : plan.price_monthly;
  const usual = plan.original_price_monthly ?? plan.price_monthly;
  const before = usual > perMonth ? usual : null;
  const percent = plan.annual_saving_percent ?? (1 - plan.price_yearly / plan.price_monthly) * 100;
  return {
    perMonth,
    before,
    saving: isYearly && percent >= 0.5 ? percent / 100 : null,
    today: isYearly ? plan.price_yearly * 12 : plan.price_monthly,
    perImage: isYearly ? plan.price_per_image_yearly : plan.price_per_image_monthly,
    priceId: isYearly ? plan.stripe_price_id_yearly : plan.stripe_price_id_monthly,
  };
}

/** What the years save on average, 0 to 1, for the toggle (B20); null where no plan saves. */
export function averageSaving(plans: readonly PlanBody[]): number | null {
  const savings = plans.map((plan) => pricePlan(plan, 'yearly').saving ?? 0);
  const average = savings.reduce((sum, saving) => sum + saving, 0) / Math.max(1, savings.length);
  return average >= 0.005 ? average : null;
}
