/** An amount in a currency's smallest unit: 6 € are 600. */
export function toSmallest(amount: number, currency: string): number {
  return Math.round(amount * 10 ** digitsOf(currency));
}

/** An amount in whole units: 600 of EUR are 6. */
export function toWhole(amount: number, currency: string): number {
  return amount / 10 ** digitsOf(currency);
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
