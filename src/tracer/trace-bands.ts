import { cropSums } from './accumulation.ts';
import { TILE_CELL_PX } from './cut-tiles.ts';
import { thinReflection } from './layers/separate-layers.ts';
import { type Band, boundSize } from './picture.ts';
import { type MadePicture, type PictureTask, PREVIEW_PX, planPasses } from './picture-task.ts';
import { measureBlocks, PLAN_BLOCK_PX, type SamplePlan, shareSamples } from './plan-samples.ts';
import {
  blendLinear,
  type CompositeOptions,
  compositePicture,
  encodeProduct,
} from './post/composite-picture.ts';
import { compositeWide, copyToWide } from './post/composite-wide.ts';
import { denoise, type PictureLayers } from './post/denoise.ts';
import { measureOklab } from './post/grade-style.ts';
import { shrinkSums } from './post/shrink-sums.ts';
import { softenCoverage } from './post/soften-coverage.ts';
import type { SrgbTables } from './post/srgb-tables.ts';
import { WIDE_TONE_MAPS } from './post/tone-map.ts';
import { packScene } from './scene/pack-scene.ts';
import type { TraceEvent } from './trace-events.ts';

/** Large pictures are made in bands of about as many pixels: sums and filters take 0.24 kB for each. */
export const BAND_PIXELS = 2048 * 2048;

/**
 * Rows around a band that are looked at for it. The floor's filter reaches 82: 67 in its rounds, 7 and 3 for its variance, 5
 * for outliers and detail; `softenCoverage` 15 more. A multiple of a tile's cell.
 */
const OVERLAP_ROWS = 128;

/** Longest edge of the picture that is made first, for a preview and for what is measured on the whole. */
const SMALL_PX = 512;

/** What denoising and composing a pixel takes, in samples. */
const POST_SAMPLES = 1;

/**
 * Makes a picture that is too large for its sums to be held at once: a small one to show, then two rounds over bands of
 * rows. The first tells how samples are shared out (`plan-samples.ts`); the second traces again by that plan, because a
 * sample costs less than keeping its sums, and finishes one band after the other. The height of bands changes
 * nothing. A style starts from the colours of the small picture.
 *
 * @param bandPixels As {@link BAND_PIXELS}.
 */
export async function* traceBands(
  task: PictureTask,
  bandPixels: number,
): AsyncGenerator<TraceEvent, MadePicture, undefined> {
  const { spec, imageIndex, backdrop, look, budget, pool, progress, step, signal } = task;
  const { widthPx, heightPx } = spec;
  yield progress.during('path-trace', imageIndex, 0);
  await step();
  const small = await traceSmall(task);
  yield { kind: 'preview', imageIndex, ...small.preview, sampleCount: budget.mean };
  await step();

  const packed = packScene(task.scene, task.acceleration, undefined, task.reflectionShare > 0);
  const cells = Math.floor(bandPixels / widthPx / TILE_CELL_PX);
  const bandRows = Math.max(1, cells) * TILE_CELL_PX;
  await pool.prepare(packed, signal, Math.min(heightPx, bandRows + 2 * OVERLAP_ROWS));
  const whole = heightPx * (budget.least + budget.mean + POST_SAMPLES);
  let [done, rayCount] = [0, 0];
  /** @param samples Of each pixel of a row. */
  const advance = (node: 'path-trace' | 'denoise', rows: number, samples: number) => {
    done += rows * samples;
    return progress.during(node, imageIndex, Math.min(1, done / whole));
  };

  const deviations: number[] = [];
  for (const band of cutBands(heightPx, bandRows + OVERLAP_ROWS)) {
    const top = Math.max(0, band.top - TILE_CELL_PX);
    pool.moveTo(top);
    for (const sampleCount of planPasses(budget.least)) {
      rayCount += await pool.tracePass({ sampleCount, seed: task.seed, plan: null, band }, signal);
      yield advance('path-trace', band.rows, sampleCount);
    }
    const sums = cropSums(pool.accumulation(budget.least), 0, band.top + band.rows - top);
    for (const deviation of measureBlocks(sums, packed.white, band.top - top)) deviations.push(deviation);
    await step();
  }
  const plan = shareSamples(widthPx, Float64Array.from(deviations), budget);
  const sampleCount = meanOfPlan(plan, widthPx, heightPx);

  const rgba = new Uint8Array(widthPx * heightPx * 4);
  const product = task.isSurrounded ? new Uint8Array(rgba.length) : null;
  let wide: Uint8Array | null = null;
  const wideToneMap = WIDE_TONE_MAPS[spec.scene.toneMapping];
  pool.moveTo(0, true);
  let traced = 0;
  for (const band of cutBands(heightPx, bandRows)) {
    const top = Math.max(0, band.top - OVERLAP_ROWS);
    const end = Math.min(heightPx, band.top + band.rows + OVERLAP_ROWS);
    pool.moveTo(top);
    const fresh = { top: traced, rows: end - traced };
    traced = end;
    for (const samples of planPasses(budget.most)) {
      const pass = { sampleCount: samples, seed: task.seed, plan, band: fresh };
      const raysOfPass = fresh.rows === 0 ? 0 : await pool.tracePass(pass, signal);
      if (raysOfPass === 0) break;
      rayCount += raysOfPass;
      yield advance('path-trace', 0, 0);
    }
    yield advance('denoise', fresh.rows, sampleCount);
    await step();
    const cropped = cropSums(pool.accumulation(sampleCount), 0, end - top);
    const denoised = await denoise(cropped, pool.filters(signal));
    const layers = task.scene.camera.lens === undefined ? denoised : softenCoverage(denoised, sampleCount);
    const own = cropLayers(layers, { top: band.top - top, rows: band.rows });
    const ownSums = cropSums(cropped, band.top - top, band.rows);
    const thinned = thinReflection(own, ownSums, task.reflectionShare);
    const { plate, light } = backdrop.draw(spec, band);
    const options = { ...look, light, ...small.measured };
    rgba.set(compositePicture(thinned, plate, options, task.srgb, band.top).rgba, band.top * widthPx * 4);
    if (!task.isSurrounded) {
      const made = compositeWide(own, plate, options, wideToneMap, task.srgb, band.top);
      const place = { from: band.top * widthPx * 4, to: (band.top + band.rows) * widthPx * 4 };
      wide = addWide(wide, rgba, place, made, task.srgb);
    }
    product?.set(encodeProduct(own, options, task.srgb, band.top), band.top * widthPx * 4);
    yield advance('path-trace', band.rows, POST_SAMPLES);
    await step();
  }
  yield progress.begin('composite', imageIndex);
  yield look.style === null
    ? progress.skip('style-grade', imageIndex)
    : progress.begin('style-grade', imageIndex);
  yield progress.begin('encode', imageIndex);
  return { widthPx, heightPx, rgba, wide, product, sampleCount, rayCount };
}

/**
 * Lays a band into the picture in Display P3, which begins with the first band that sRGB has not all colours of: the others are
 * made of their bytes in sRGB.
 *
 * @param rgba In sRGB, filled in to the band's end. @param band In Display P3; null: nothing of it lies outside of sRGB.
 */
function addWide(
  wide: Uint8Array | null,
  rgba: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  band: Uint8Array | null,
  srgb: SrgbTables,
): Uint8Array | null {
  if (wide === null && band === null) return null;
  const whole = wide ?? new Uint8Array(rgba.length);
  if (wide === null) copyToWide(rgba.subarray(0, from), whole, srgb);
  if (band === null) copyToWide(rgba.subarray(from, to), whole.subarray(from, to), srgb);
  else whole.set(band, from);
  return whole;
}

/** The same picture in a small size: to show, and to be measured. */
async function traceSmall(task: PictureTask) {
  const { spec, scene, backdrop, budget, pool, srgb, signal, look } = task;
  const size = boundSize(spec, SMALL_PX);
  await pool.prepare(
    packScene({ ...scene, camera: { ...scene.camera, ...size } }, task.acceleration),
    signal,
  );
  for (const sampleCount of planPasses(budget.mean)) {
    await pool.tracePass({ sampleCount, seed: task.seed, plan: null }, signal);
  }
  const draw = async (maxPx: number) => {
    const sums = await shrinkSums(pool.accumulation(budget.mean), maxPx, pool.filters(signal));
    const { widthPx, heightPx } = sums;
    const drawn = backdrop.draw({ widthPx, heightPx }, { top: 0, rows: heightPx });
    const options: CompositeOptions = { ...look, light: drawn.light };
    return {
      layers: await denoise(sums, pool.smallFilters()),
      plate: { ...drawn.plate, exact: null },
      options,
    };
  };
  const whole = await draw(SMALL_PX);
  const measured =
    look.style === null
      ? {}
      : { colours: measureOklab(blendLinear(whole.layers, whole.plate, whole.options)) };
  const { layers, plate, options } = await draw(PREVIEW_PX);
  return { measured, preview: compositePicture(layers, plate, { ...options, ...measured }, srgb) };
}

/** Bands of so many rows; the last may have fewer. */
function cutBands(heightPx: number, rows: number): Band[] {
  return Array.from({ length: Math.ceil(heightPx / rows) }, (_, index) => ({
    top: index * rows,
    rows: Math.min(rows, heightPx - index * rows),
  }));
}

/** Mean samples per pixel by a plan. */
function meanOfPlan({ columns, samples }: SamplePlan, widthPx: number, heightPx: number): number {
  let sum = 0;
  samples.forEach((count, block) => {
    const width = Math.min(PLAN_BLOCK_PX, widthPx - (block % columns) * PLAN_BLOCK_PX);
    const height = Math.min(PLAN_BLOCK_PX, heightPx - Math.floor(block / columns) * PLAN_BLOCK_PX);
    sum += count * width * height;
  });
  return sum / (widthPx * heightPx);
}

function cropLayers(layers: PictureLayers, { top, rows }: Band): PictureLayers {
  const { widthPx } = layers;
  const cut = (plane: Float32Array, floats: number) =>
    plane.subarray(top * widthPx * floats, (top + rows) * widthPx * floats);
  return {
    widthPx,
    heightPx: rows,
    object: cut(layers.object, 3),
    coverage: cut(layers.coverage, 1),
    floor: cut(layers.floor, 3),
    floorCoverage: cut(layers.floorCoverage, 1),
  };
}
