import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LIBRARY_FREE_BYTES } from '../../contract/constants.ts';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { PLAN_NAMES, PlanName, type Recurrence } from '../../contract/http/billing.ts';
import { SetupError } from '../process/setup-error.ts';
import { chargedStep } from './stripe/currency-units.ts';

/** Whole currency units, to the cent. */
const Price = z.number().positive().max(1_000_000).multipleOf(0.01);
const Credits = z.number().int().positive().max(100_000_000);
const Both = z.object({ en: z.string().min(1).max(100), es: z.string().min(1).max(100) });

/** They divide a turn into whole steps, see `queueFairly`. */
const QUEUE_TURNS = [1, 2, 3, 4, 6] as const;

const Plan = z.object({
  name: PlanName,
  price_monthly: Price,
  /** Of a month, when a year is paid at once (B17). */
  price_yearly: Price,
  credits_per_month: Credits,
  /** Weight in the render queue: orders served for each order of a person without a plan. */
  queue_turns: z.literal(QUEUE_TURNS, `must be ${QUEUE_TURNS.join(', ')}`).default(1),
  /** Room for pictures of their own, in GB of 1000 MB; never less than without a plan. */
  library_gb: z
    .number()
    .int()
    .min(LIBRARY_FREE_BYTES / 1e9)
    .max(100_000)
    .default(LIBRARY_FREE_BYTES / 1e9),
  /** What whoever runs the instance offers besides, in their own words. */
  features: z.array(Both).max(10).default([]),
});
const Pack = z.object({
  id: z.string().regex(/^[\w-]{1,50}$/, 'must be letters, digits, - and _'),
  name: Both,
  price: Price,
  credits: Credits,
  is_active: z.boolean().default(true),
});
const isWhole = (count: number) => Math.abs(count - Math.round(count)) < 1e-6;
const hasNoTwins = (names: readonly string[]) => new Set(names).size === names.length;
const Catalogue = z
  .strictObject({
    /** ISO 4217, upper case. */
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capitals, such as EUR'),
    plans: z
      .array(Plan)
      .max(PLAN_NAMES.length)
      .refine((plans) => hasNoTwins(plans.map(({ name }) => name)), 'names a plan twice'),
    packs: z
      .array(Pack)
      .max(20)
      .refine((packs) => hasNoTwins(packs.map(({ id }) => id)), 'has two packs of one id'),
  })
  .superRefine(({ currency, plans, packs }, context) => {
    const check = (price: number, path: (string | number)[], months = 1): void => {
      if (isWhole((price * months) / chargedStep(currency))) return;
      const message = `Stripe charges no part of 1 ${currency}, so ${price} cannot be charged`;
      context.addIssue({ code: 'custom', path, message });
    };
    for (const [index, plan] of plans.entries()) {
      check(plan.price_monthly, ['plans', index, 'price_monthly']);
      check(plan.price_yearly, ['plans', index, 'price_yearly'], 12);
    }
    for (const [index, { price }] of packs.entries()) check(price, ['packs', index, 'price']);
  });
/** What is for sale. */
export type Catalogue = z.infer<typeof Catalogue>;
export type CataloguePlan = Catalogue['plans'][number];

/** Of an instance that sells nothing. */
export const EMPTY_CATALOGUE: Catalogue = { currency: 'EUR', plans: [], packs: [] };

/** S1 9 for the plans' prices; credits and packs from design/pricing-credits. */
const DEFAULT: Catalogue = {
  currency: 'EUR',
  plans: [
    {
      name: 'starter',
      price_monthly: 30,
      price_yearly: 24,
      credits_per_month: 12_000,
      queue_turns: 2,
      library_gb: 10,
      features: [],
    },
    {
      name: 'pro',
      price_monthly: 60,
      price_yearly: 48,
      credits_per_month: 30_000,
      queue_turns: 3,
      library_gb: 25,
      features: [],
    },
    {
      name: 'ultimate',
      price_monthly: 220,
      price_yearly: 175,
      credits_per_month: 130_000,
      queue_turns: 6,
      library_gb: 100,
      features: [],
    },
  ],
  packs: [
    { id: 'small', name: { en: 'Small', es: 'Pequeño' }, price: 6, credits: 2_000, is_active: true },
    { id: 'medium', name: { en: 'Medium', es: 'Mediano' }, price: 25, credits: 10_000, is_active: true },
    { id: 'large', name: { en: 'Large', es: 'Grande' }, price: 54, credits: 24_000, is_active: true },
    { id: 'studio', name: { en: 'Studio', es: 'Estudio' }, price: 120, credits: 60_000, is_active: true },
    { id: 'agency', name: { en: 'Agency', es: 'Agencia' }, price: 360, credits: 200_000, is_active: true },
  ],
};

/**
 * What is for sale: of a JSON file, or else what the mock screens show.
 *
 * @param path PRICING_FILE.
 * @throws SetupError with one sentence that names what is wrong.
 */
export function readCatalogue(path: string | undefined): Catalogue {
  if (path === undefined) return DEFAULT;
  const parsed = Catalogue.safeParse(parseFile(path));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.') || 'its content';
  throw new SetupError(`PRICING_FILE ${path} is wrong at ${place}: ${issue?.message ?? 'not valid'}.`);
}

function parseFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new SetupError(`PRICING_FILE ${path} cannot be read.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupError(`PRICING_FILE ${path} is not JSON.`);
  }
}

/** Credits that a paid period of a plan brings: those of a year come at once. */
export function creditsOf(plan: CataloguePlan, recurrence: Recurrence): number {
  return plan.credits_per_month * (recurrence === 'yearly' ? 12 : 1);
}

/** Price of a paid period of a plan, in whole currency units. */
export function priceOf(plan: CataloguePlan, recurrence: Recurrence): number {
  return recurrence === 'yearly' ? plan.price_yearly * 12 : plan.price_monthly;
}

/** What a ledger's entry calls the pack or plan it was bought with. */
export function nameItem(catalogue: Catalogue, item: string, language: AccountLanguage): string {
  const pack = catalogue.packs.find(({ id }) => id === item);
  return pack ? pack.name[language] : item.charAt(0).toUpperCase() + item.slice(1);
}
