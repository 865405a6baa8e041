/**
 * What Stripe charges otherwise than in hundredths (https://docs.stripe.com/currencies). `Intl` knows what CLDR says of
 * cash, which is another table: of HUF, COP and many more it would make a hundredth of the price.
 */
const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMAL = new Set('BHD JOD KWD OMR TND'.split(' '));
/** Charged in hundredths, whole ones only. */
const WHOLE_ONLY = new Set('ISK UGX'.split(' '));

/** An amount in the unit that Stripe counts a currency in: 6 € are 600. */
export function toSmallest(amount: number, currency: string): number {
  return Math.round(amount * 10 ** digitsOf(currency));
}

/** An amount in whole units: 600 of EUR are 6. */
export function toWhole(amount: number, currency: string): number {
  return amount / 10 ** digitsOf(currency);
}

/** The least part of a currency that Stripe charges, in whole units: an amount is so many of it, or is refused. */
export function chargedStep(currency: string): number {
  if (WHOLE_ONLY.has(currency) || ZERO_DECIMAL.has(currency)) return 1;
  // Of three decimals the last must be 0.
  return 0.01;
}

function digitsOf(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}
