/** Of the largest side: thinner than the eye or a depth buffer tells, and a number that still has an inverse. */
const HAIR = 1e-6;

/**
 * A scale of three sides with a hair in place of nothing: what is wholly flat has no normals in three.js (r187), is met by no ray, and
 * takes a skin with it. What is nothing in all three is hidden and stays so.
 */
export function thickenFlat(scale: readonly number[]): number[] {
  const hair = HAIR * Math.max(...scale.map(Math.abs));
  return scale.map((side) => (side === 0 ? hair : side));
}
