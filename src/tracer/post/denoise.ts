import type { Accumulation } from '../accumulation.ts';
import { filterLayer, type LayerOptions, type RunPasses, trustHalves } from './filter-layer.ts';
import * as F from './filter-layout.ts';
import { type FilterPlace, layFrame } from './filter-passes.ts';

/** The two layers of a picture after denoising, all in scene radiance. */
export interface PictureLayers {
  readonly widthPx: number;
  readonly heightPx: number;
  /** rgb, not premultiplied; 0 where `coverage` is 0. */
  readonly object: Float32Array;
  /** Share of the pixel the product covers, 0 to 1. */
  readonly coverage: Float32Array;
  /** rgb shadow ratio of the floor: 1 leaves the background as it is. */
  readonly floor: Float32Array;
  /** Share of the pixel the floor covers. */
  readonly floorCoverage: Float32Array;
}

const PRODUCT = {
  channels: 3,
  isGuided: true,
  tolerance: 1.3,
  leastLeft: 0.3,
  reach: 2,
  caution: 1.5,
} as const;
const VEILS = { ...PRODUCT, isGuided: false, rounds: 4, tolerance: 1.5 } as const;
const FLOOR = {
  channels: 3,
  isGuided: false,
  tolerance: 1.5,
  leastLeft: 0.35,
  reach: 3,
  caution: 2,
} as const;
/** A shadow is even, and its samples are rare and bright: one pixel's own say little. */
const EVEN_REACH_PX = 3;
/** Pixels to each side among which there is one all of whose samples are mirrored, where a reflection is dense at all. */
const FULL_REACH_PX = 8;

/**
 * Turns the kernel's sums into clean layers: variance-guided a-trous filters, the product on albedo-divided colour
 * with normal and albedo stops, what the floor mirrors and its shadow ratio apart and without them. A constant picture stays as
 * it is. The bits do not depend on the place.
 *
 * @param isPreview Filters half as far, for pictures that will be replaced soon.
 * @returns Layers that lie in the memory of the place, until it is used again.
 */
export async function denoise(
  sums: Accumulation,
  place: FilterPlace,
  isPreview = false,
): Promise<PictureLayers> {
  const { widthPx, heightPx } = sums;
  const { address: frame, object, coverage, floor, floorCoverage } = layFrame(sums, place);
  const run: RunPasses = async (...calls) => place.run({ frame, calls }, heightPx);
  if ((await run(['readGuides'])) > 0) await cleanVeils(run);

  await trustHalves(run, ['readProduct']);
  const product = await filterLayer(run, { ...PRODUCT, rounds: isPreview ? 3 : 4 });
  await run(['writeProduct', product]);

  const ground: LayerOptions = { ...FLOOR, rounds: isPreview ? 4 : 5 };
  await cleanReflection(run, ground);
  await trustHalves(run, ['readFloor'], ['meanRows', F.VARIANCE, F.SPREAD, EVEN_REACH_PX]);
  const even = await filterLayer(run, ground, ['meanColumns', F.SPREAD, F.VARIANCE, EVEN_REACH_PX]);
  await run(['writeFloor', even]);
  return { widthPx, heightPx, object, coverage, floor, floorCoverage };
}

/**
 * Filters what glass and blended materials cover, and the albedo that is seen on and through them. There each sample
 * mirrors or passes by chance, so that both are estimates with a grain of their own, which would show on any background
 * however clean the light is. Pixels with samples beside such a surface are outlines and stay.
 */
async function cleanVeils(run: RunPasses): Promise<void> {
  for (const isAlbedo of [0, 1]) {
    const clean = await filterLayer(run, VEILS, ['readVeils', isAlbedo]);
    await run(['takeVeils', clean, isAlbedo]);
  }
}

/**
 * Filters what the floor alone mirrors: its light and its share, each as a layer that is everywhere. A sample mirrors the
 * product or it does not, and bright spots are found by few of them, so a filter of the covered pixels' colour alone would
 * leave the grain of the cover.
 */
async function cleanReflection(run: RunPasses, options: LayerOptions): Promise<void> {
  const even: [number, number] = [F.VARIANCE, EVEN_REACH_PX];
  const mirrors = await trustHalves(
    run,
    ['readReflection'],
    ['meanRows', F.VARIANCE, F.SPREAD, EVEN_REACH_PX],
  );
  if (mirrors === 0) return;
  const light = await filterLayer(run, options, ['meanColumns', F.SPREAD, ...even]);
  await run(['copyPlanes', light, F.NORMAL, 3], ['greatestRows', F.SURFACE, F.SPREAD, FULL_REACH_PX]);
  await run(
    ['greatestColumns', F.SPREAD, F.APART, FULL_REACH_PX],
    ['readShare', F.APART, F.LEFT],
    ['meanRows', F.LEFT, F.OTHER_LEFT, EVEN_REACH_PX],
  );
  const share = await filterLayer(run, { ...options, channels: 1 }, ['meanColumns', F.OTHER_LEFT, ...even]);
  await run(['writeReflection', F.NORMAL, share]);
}
