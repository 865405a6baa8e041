import type { RenderRow } from '../find-render.ts';

/**
 * How an attempt ended whose order did not: the engine's thread or process died under it, something here failed, or the
 * process or the database went away without a word, which is hardly ever the order's doing.
 */
export type Stumble = 'engine-died' | 'error' | 'vanished';

/** An order has failed for good at this sum of {@link WEIGHTS}: twice, six times, or ten times at the same point. */
const STRIKES_MAX = 30;
const WEIGHTS: Readonly<Record<Stumble, number>> = { 'engine-died': 15, error: 5, vanished: 3 };
/** Per cent of the way between two ends that count as the same point. */
const SAME_POINT = 1;

/** Adds a failed attempt to its order's count. One that ended at another point than the last starts the count again. */
export function countStrike(
  row: Pick<RenderRow, 'strikes' | 'strikeProgress' | 'attemptProgress'>,
  stumble: Stumble,
): { readonly strikes: number; readonly strikeProgress: number; readonly isOver: boolean } {
  const strikeProgress = row.attemptProgress ?? 0;
  const isSame = row.strikeProgress !== null && Math.abs(row.strikeProgress - strikeProgress) < SAME_POINT;
  const strikes = (isSame ? row.strikes : 0) + WEIGHTS[stumble];
  return { strikes, strikeProgress, isOver: strikes >= STRIKES_MAX };
}
