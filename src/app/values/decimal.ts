/** As text, at most four decimals: 0.05, not 0.050000000000000044. */
export function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
