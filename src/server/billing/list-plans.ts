import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { PLAN_NAMES, type PlanBody } from '../../contract/http/billing.ts';
import type { Deps } from '../deps.ts';
import { benefitsOf } from './benefits.ts';
import { type CataloguePlan, creditsOf, priceOf } from './catalogue.ts';
import type { PlanPrice } from './payments.ts';
import { toWhole } from './stripe/currency-units.ts';

/** The plans that are for sale, in their rank; none where nothing is sold. Prices are the provider's where it has them. */
export async function listPlans(
  deps: Pick<Deps, 'config' | 'services'>,
  language: AccountLanguage,
): Promise<PlanBody[]> {
  const { payments } = deps.services;
  if (payments === null) return [];
  const { catalogue } = deps.config;
  const prices = await payments.listPrices();
  return PLAN_NAMES.flatMap((name, index) => {
    const plan = catalogue.plans.find((one) => one.name === name);
    if (plan === undefined) return [];
    const find = (recurrence: PlanPrice['recurrence']) =>
      prices.find((price) => price.plan === name && price.recurrence === recurrence) ?? null;
    return { id: index + 1, name, ...describe(plan, find, deps.config, language) };
  });
}

function describe(
  plan: CataloguePlan,
  find: (recurrence: PlanPrice['recurrence']) => PlanPrice | null,
  { catalogue, renderCost }: Pick<Deps['config'], 'catalogue' | 'renderCost'>,
  language: AccountLanguage,
): Omit<PlanBody, 'id' | 'name'> {
  const benefits = benefitsOf(plan);
  const [monthly, yearly] = [find('monthly'), find('yearly')];
  const currency = monthly?.currency ?? yearly?.currency ?? catalogue.currency;
  const priceMonthly = monthly ? toWhole(monthly.amount, currency) : priceOf(plan, 'monthly');
  const aYear = yearly ? toWhole(yearly.amount, currency) : priceOf(plan, 'yearly');
  const priceYearly = toCents(aYear / 12); // B17
  const perImage = (price: number) => toCents((price * renderCost) / plan.credits_per_month);
  return {
    price_monthly: priceMonthly,
    price_yearly: priceYearly,
    currency,
    credits_per_month: plan.credits_per_month,
    credits_per_year: creditsOf(plan, 'yearly'),
    annual_saving_percent: Math.round((1 - priceYearly / priceMonthly) * 100), // B18
    monthly_saving_percent: null,
    stripe_price_id_monthly: monthly?.id ?? null,
    stripe_price_id_yearly: yearly?.id ?? null,
    price_per_image_monthly: perImage(priceMonthly),
    price_per_image_yearly: perImage(priceYearly),
    original_price_monthly: priceMonthly,
    queue_turns: benefits.queueTurns,
    library_bytes: benefits.libraryBytes,
    features: plan.features.map((line) => line[language]),
  };
}

function toCents(price: number): number {
  return Math.round(price * 100) / 100;
}
