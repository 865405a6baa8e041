/** Share of the slider that travels (S3 5): 0 is the most that an engine may change, 1 the least. */
const SPAN = 0.95;

/** A background picture of this fidelity and more is kept as it is. */
export const KEEPING_FIDELITY = 0.95;

/** What an order and a bundle say for a background's fidelity of 0 to 1: 1 to 0.05 (H4). */
export function fidelityToWire(fidelity: number): number {
  return 1 - SPAN * fidelity;
}

/** The fidelity of 0 to 1 that `wire` stands for: below 0.05 counts as 0.05. */
export function fidelityFromWire(wire: number): number {
  // Decimal fractions such as 0.525 come back as 0.4999999999999999 otherwise.
  return Math.min(1, Math.max(0, Math.round(((1 - wire) / SPAN) * 1e6) / 1e6));
}
