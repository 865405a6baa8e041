/** Random numbers of a seed. */
export interface Dice {
  between(least: number, most: number): number;
  logarithmic(least: number, most: number): number;
  whole(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Linear RGB of any hue. @param saturation At most. */
  colour(saturation: number): [number, number, number];
}

export function openDice(seed: number): Dice {
  let state = (seed * 2654435761 + 12345) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (least: number, most: number) => least + (most - least) * next();
  return {
    between,
    logarithmic: (least, most) => Math.exp(between(Math.log(least), Math.log(most))),
    whole: (least, most) => Math.floor(between(least, most + 1)),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    colour(saturation) {
      const [hue, chroma, value] = [next() * 6, next() * saturation, between(0.1, 0.8)];
      const channel = (n: number) => {
        const k = (n + hue) % 6;
        return value * (1 - chroma * Math.max(0, Math.min(k, 4 - k, 1)));
      };
      return [channel(5), channel(3), channel(1)];
    },
  };
}
