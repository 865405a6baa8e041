import type { PackBody, PlanBody } from '../../src/contract/http/billing.ts';

const PRICES: Record<string, readonly [monthly: number, yearly: number, credits: number]> = {
  starter: [30, 24, 12_000],
  pro: [60, 48, 30_000],
  ultimate: [220, 175, 130_000],
};

/** A plan with the prices of S1 9. */
export function makePlan(name: string, change: Partial<PlanBody> = {}): PlanBody {
  const [monthly, yearly, credits] = PRICES[name] ?? [1, 1, 1];
  return {
    id: Object.keys(PRICES).indexOf(name) + 1,
    name,
    price_monthly: monthly,
    price_yearly: yearly,
    currency: 'EUR',
    credits_per_month: credits,
    credits_per_year: credits * 12,
    annual_saving_percent: (1 - yearly / monthly) * 100,
    monthly_saving_percent: null,
    stripe_price_id_monthly: `price_${name}_monthly`,
    stripe_price_id_yearly: `price_${name}_yearly`,
    price_per_image_monthly: 0.5,
    price_per_image_yearly: 0.4,
    original_price_monthly: monthly,
    queue_turns: 1,
    library_bytes: 4e9,
    features: [],
    ...change,
  };
}

/** A pack of credits. */
export function makePack(id: string, change: Partial<PackBody> = {}): PackBody {
  return {
    id,
    name: id,
    price: 6,
    currency: 'EUR',
    credits: 2000,
    is_active: true,
    approx_images: 10,
    price_per_image: 0.6,
    ...change,
  };
}
