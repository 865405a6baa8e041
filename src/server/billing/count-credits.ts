import { type Catalogue, creditsOf } from './catalogue.ts';
import type { InvoiceLine } from './payments.ts';

/**
 * Credits that an invoice brings: each line those of its plan's period, in the share of the period's price that it
 * charges or gives back. What was given for a plan before is never taken.
 */
export function countCredits(catalogue: Catalogue, lines: readonly InvoiceLine[]): number {
  let credits = 0;
  for (const { price, amount } of lines) {
    const plan = catalogue.plans.find(({ name }) => name === price?.plan);
    if (plan === undefined || price === null || price.amount <= 0) continue;
    credits += (creditsOf(plan, price.recurrence) * amount) / price.amount;
  }
  return Math.max(Math.floor(credits + 1e-6), 0);
}
