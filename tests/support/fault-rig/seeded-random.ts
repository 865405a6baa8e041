/** Chance that comes again: the same seed has the same things happen in the same order. */
export interface SeededRandom {
  /** At least 0, below 1. */
  next(): number;
  /** Whole, at least 0, below `count`. */
  below(count: number): number;
  /** One of them, each as often as its weight says. @throws Error for an empty list. */
  pick<T>(choices: readonly (readonly [choice: T, weight: number])[]): T;
}

/** Mulberry32, by Tommy Ettinger (public domain): 32 bits of state. @param seed Whole; its lowest 32 bits count. */
export function seedRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    pick(choices) {
      const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
      let left = next() * total;
      for (const [choice, weight] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      const last = choices.at(-1);
      if (last === undefined) throw new Error('There is nothing to choose from.');
      return last[0];
    },
  };
}
