/** As many joints move a vertex: what every viewer can, and the format asks for no more (glTF 2.0, 3.7.3.3). */
const MOST_JOINTS = 4;

/** Takes away, in place, all weights of a vertex but the strongest four; of equal ones the first stay. */
export function keepStrongest(weights: number[]): void {
  for (let left = weights.length - MOST_JOINTS; left > 0; left--) {
    let weakest = -1;
    for (let slot = 0; slot < weights.length; slot++) {
      const weight = weights[slot] ?? 0;
      if (weight > 0 && (weakest < 0 || weight <= (weights[weakest] ?? 0))) weakest = slot;
    }
    const count = weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
    if (count <= MOST_JOINTS) return;
    weights[weakest] = 0;
  }
}
