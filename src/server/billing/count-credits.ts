import { type Catalogue, creditsOf } from './catalogue.ts';
import type { InvoiceLine } from './payments.ts';

/**
 * Credits that an invoice stands for: each line those of its plan's period, in the share of the period's price that it
 * charges or gives back. Below 0 where more is given back than charged.
 */
export function countCredits(catalogue: Catalogue, lines: readonly InvoiceLine[]): number {
  let credits = 0;
  for (const { price, amount } of lines) {
    const plan = catalogue.plans.find(({ name }) => name === price?.plan);
    if (plan === undefined || price === null || price.amount <= 0) continue;
    credits += (creditsOf(plan, price.recurrence) * amount) / price.amount;
  }
  return Math.floor(credits + 1e-6);
}

/**
 * Credits that a paid invoice brings, so that all that was given is what all invoices stand for: what was given for a
 * plan before is never taken, but comes off what later invoices bring.
 *
 * @param ahead Credits that were given beyond what was paid until now.
 */
export function bringCredits(
  credits: number,
  ahead: number,
): { readonly brings: number; readonly ahead: number } {
  const difference = credits - ahead;
  return { brings: Math.max(difference, 0), ahead: Math.max(-difference, 0) };
}
