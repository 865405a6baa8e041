import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same; how long it takes says nothing about where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
