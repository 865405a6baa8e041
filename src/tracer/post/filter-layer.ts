import * as F from './filter-layout.ts';
import type { FilterCall } from './filter-passes.ts';

/** How a layer is filtered. */
export interface LayerOptions {
  /** 3, or 1 for a share alone. */
  readonly channels: 1 | 3;
  /** Whether surface and normal are compared, too. */
  readonly isGuided: boolean;
  /** Each round doubles the reach: 5 rounds reach 62 pixels. */
  readonly rounds: number;
  /** Standard deviations of luminance that still mix. */
  readonly tolerance: number;
  /**
   * Share of the variance that counts as left after a round, at least. Noise that neighbours share after a round is
   * more than the variance of independent pixels knows of: with 0, smooth layers turn cloudy; with 0.5, the shadow
   * at a foot is smeared over the floor.
   */
  readonly leastLeft: number;
  /** Pixels to each side over which an error is averaged. */
  readonly reach: number;
  /** How many times the variance counts: an estimate from few samples, or from neighbours, is itself uncertain. */
  readonly caution: number;
}

/** Runs passes over all rows of the frame at hand. */
export type RunPasses = (...calls: FilterCall[]) => Promise<number>;

/** A sample that no neighbour saw: before filtering, when neighbours are noise as well. */
const RAW_OUTLIERS = [2, 0] as const;
/** Edge pixels find nobody like themselves to mix with and stay as dots along seams. A line has neighbours and stays. */
const LAST_OUTLIERS = [1, 8e-7] as const;
/** Among so many times as many pixels to each side, chance evens out: more differences are detail. */
const WIDE = 3;
/** To each side: fewer pixels would tell too little of so rough an estimate. */
const HALVES_REACH_PX = 7;

/**
 * Filters the layer at hand: an edge-avoiding a-trous wavelet filter (Dammertz 2010), luminance stop scaled by the variance
 * (Schied 2017). What stands out before and after it is pulled to its neighbours. At the end the layer gets back what it lost
 * more of than it had of noise (James and Stein), so that a filter never makes much worse what many samples made good.
 *
 * @param before Passes that go before, over rows alone.
 * @returns The first plane of the clean colour, {@link F.COLOUR} or {@link F.OTHER}.
 */
export async function filterLayer(
  run: RunPasses,
  { channels, isGuided, rounds, tolerance, leastLeft, reach, caution }: LayerOptions,
  ...before: FilterCall[]
): Promise<number> {
  await run(...before, ['measureLight', F.COLOUR, channels], ['weighAround']);
  await run(['calmOutliers', F.COLOUR, F.CALM, F.VARIANCE, channels, ...RAW_OUTLIERS]);
  let [from, to] = [F.CALM, F.OTHER];
  let [left, leftTo] = [F.VARIANCE, F.LEFT];
  for (let round = 0; round < rounds; round++) {
    await run(['smoothLight']);
    const step = 1 << round;
    const guided = isGuided ? 1 : 0;
    await run(['filterRound', from, to, left, leftTo, step, channels, guided, tolerance, leastLeft]);
    [from, to] = [to, to === F.OTHER ? F.COLOUR : F.OTHER];
    [left, leftTo] = [leftTo, leftTo === F.LEFT ? F.OTHER_LEFT : F.LEFT];
  }
  await run(['measureLight', from, channels]);
  // The planes that the filter came from are free from here on.
  await run(
    ['calmOutliers', from, to, left, channels, ...LAST_OUTLIERS],
    ['noteApart', to, F.SPREAD, channels],
    ['meanRows', F.SPREAD, F.APART, reach],
    ['meanRows', F.VARIANCE, from, reach],
    ['meanRows', F.SPREAD, from + 1, reach * WIDE],
    ['meanRows', F.VARIANCE, from + 2, reach * WIDE],
  );
  await run(
    ['meanColumns', F.APART, F.LEFT, reach],
    ['meanColumns', from, F.OTHER_LEFT, reach],
    ['meanColumns', from + 1, F.LIGHT, reach * WIDE],
    ['meanColumns', from + 2, F.WEIGHED, reach * WIDE],
    ['mixDetail', to, F.LEFT, F.LIGHT, channels, caution],
  );
  return to;
}

/**
 * Well spread samples err less than their own variance says: it is brought to what the two halves of the samples differ
 * by, on average over the pixels around (Rousselle 2012).
 *
 * @param read The pass that reads the layer. @param after Passes over rows alone that follow.
 * @returns What the first pass counted.
 */
export async function trustHalves(run: RunPasses, read: FilterCall, ...after: FilterCall[]): Promise<number> {
  const count = await run(
    read,
    ['meanRows', F.SPREAD, F.LEFT, HALVES_REACH_PX],
    ['meanRows', F.APART, F.OTHER_LEFT, HALVES_REACH_PX],
  );
  await run(
    ['meanColumns', F.LEFT, F.LIGHT, HALVES_REACH_PX],
    ['meanColumns', F.OTHER_LEFT, F.WEIGHED, HALVES_REACH_PX],
    ['trustHalves', F.LIGHT, F.WEIGHED],
    ...after,
  );
  return count;
}
