import type { Accumulation } from './accumulation.ts';
import { drawLayers } from './layers/draw-layers.ts';
import { measureGlass } from './layers/measure-glass.ts';
import { measureSurfaces } from './layers/measure-surfaces.ts';
import { drawReflection, separateLayers, thinReflection } from './layers/separate-layers.ts';
import { boundSize, type LinearPicture, shrinkPicture } from './picture.ts';
import { type MadePicture, type PictureTask, PREVIEW_PX, planPasses } from './picture-task.ts';
import { meanSamples, planSamples, type SamplePlan } from './plan-samples.ts';
import type { Plate } from './post/build-plate.ts';
import { compositePicture, drawnShadow, encodeProduct } from './post/composite-picture.ts';
import { compositeWide } from './post/composite-wide.ts';
import { denoise } from './post/denoise.ts';
import { stepping } from './post/filter-passes.ts';
import { shrinkSums } from './post/shrink-sums.ts';
import { softenCoverage } from './post/soften-coverage.ts';
import { WIDE_TONE_MAPS } from './post/tone-map.ts';
import { packScene } from './scene/pack-scene.ts';
import type { TraceEvent, TraceHost } from './trace-events.ts';

const PREVIEW_INTERVAL_MS = 500;

/** Which previews of a picture there are. */
export interface PreviewPlan {
  /** Longest side of them; a larger picture is shrunk. */
  readonly maxPx: number;
  /** Whether one is wanted of so many samples per pixel in the mean. Asked after every pass but the last. */
  isDue(sampleCount: number): boolean;
}

/** Small ones, at most twice a second. */
function planPreviews(host: Pick<TraceHost, 'now'>): PreviewPlan {
  let last = Number.NEGATIVE_INFINITY;
  return {
    maxPx: PREVIEW_PX,
    isDue() {
      if (host.now() - last < PREVIEW_INTERVAL_MS) return false;
      last = host.now();
      return true;
    },
  };
}

/** Samples of a pass that nobody sees the end of: the fewer there are, the less threads wait for each other. */
const UNSEEN_PASS = 8;

/**
 * Makes a picture whose sums are held all at once, with its layers where the recipe keeps them.
 *
 * @param previews Null: nobody looks. The bits of the picture are the same.
 */
export async function* traceWhole(
  task: PictureTask,
  host: Pick<TraceHost, 'now' | 'deflate' | 'checkpoints'>,
  previews: PreviewPlan | null = planPreviews(host),
): AsyncGenerator<TraceEvent, MadePicture, undefined> {
  const { spec, imageIndex, seed, scene, backdrop, look, budget, srgb, pool, progress, step, signal } = task;
  // What the plan is made of comes in one pass then.
  const passes = planPasses(budget.most, previews === null ? [budget.least, UNSEEN_PASS] : undefined);
  const preview = previews && openPreview(task, previews.maxPx);
  const thins = [task, ...task.others].some(({ reflectionShare }) => reflectionShare > 0);
  const splitsReflection = spec.keepsLayers === true || task.tellsParts || thins;
  const packed = packScene(scene, task.acceleration, undefined, splitsReflection);
  await pool.prepare(packed, signal);

  let rayCount = 0;
  let sampleCount = 0;
  let plan: SamplePlan | null = null;
  let shrunken: Accumulation | null = null;
  const { checkpoints = null } = host;
  const kept = await checkpoints?.read(imageIndex, pool.accumulation(0));
  if (kept) {
    pool.restore();
    ({ plan, rayCount } = kept);
    sampleCount = meanSamples(pool.accumulation(0));
  }
  for (const [pass, samples] of passes.entries()) {
    if (kept && pass < kept.pass) continue;
    yield progress.begin('path-trace', imageIndex, {
      pass,
      passCount: passes.length,
      share: Math.min(1, sampleCount / budget.mean),
    });
    if (plan === null && sampleCount >= budget.least) {
      plan = planSamples(pool.accumulation(sampleCount), packed.white, budget);
    }
    const traced = pool.tracePass({ sampleCount: samples, seed, plan }, signal);
    // Who looks at a preview may end it all, and nobody waits for the pass then.
    traced.catch(() => {});
    if (shrunken !== null && preview !== null) {
      const small = await denoise(shrunken, stepping(pool.smallFilters(), step), true);
      const picture = compositePicture(small, preview.plate, preview.look, srgb);
      yield { kind: 'preview', imageIndex, ...picture, sampleCount };
      await step();
    }
    const raysOfPass = await traced;
    rayCount += raysOfPass;
    sampleCount = meanSamples(pool.accumulation(0));
    shrunken = null;
    if (checkpoints?.isDue()) {
      await checkpoints.write(imageIndex, { pass: pass + 1, rayCount, plan }, pool.accumulation(0));
      await step();
    }
    if (raysOfPass === 0 || pass === passes.length - 1 || !previews?.isDue(sampleCount)) continue;
    // Only this is waited for: the preview is made of it while the next pass is traced.
    shrunken = await shrinkSums(pool.accumulation(sampleCount), previews.maxPx, pool.filters(signal));
  }

  yield progress.begin('denoise', imageIndex);
  await step();
  const sums = pool.accumulation(sampleCount);
  const denoised = await denoise(sums, stepping(pool.filters(signal), step));
  const layers = scene.camera.lens === undefined ? denoised : softenCoverage(denoised, sampleCount);
  yield progress.begin('composite', imageIndex);
  await step();
  yield look.style === null
    ? progress.skip('style-grade', imageIndex)
    : progress.begin('style-grade', imageIndex);
  const compose = (one: PictureTask) => {
    const thinned = thinReflection(layers, sums, one.reflectionShare);
    return compositePicture(thinned, one.backdrop.plate, one.look, srgb);
  };
  const picture = compose(task);
  await step();
  const product = task.isSurrounded ? encodeProduct(layers, look, srgb) : null;
  for (const other of task.others) {
    await step();
    const { rgba } = compose(other);
    const size = { widthPx: picture.widthPx, heightPx: picture.heightPx };
    const made = { ...size, rgba, wide: null, product: product?.slice() ?? null, sampleCount, rayCount };
    yield finishImage(other, made);
  }
  const wideToneMap = WIDE_TONE_MAPS[spec.scene.toneMapping];
  // What others painted is of sRGB.
  const wide = task.isSurrounded ? null : compositeWide(layers, backdrop.plate, look, wideToneMap, srgb);
  yield progress.begin('encode', imageIndex);
  if (spec.keepsLayers === true) {
    await step();
    const surfaces = measureSurfaces(packed, pool.probe(), scene);
    const source = { layers, sums, surfaces, plate: backdrop.plate, look };
    for (const layer of drawLayers(source, host.deflate)) {
      yield { kind: 'layer', imageIndex, layer };
      await step();
    }
  }
  if (task.tellsParts) {
    const parts = separateLayers(layers, sums, (light) => drawnShadow(light, look.shadowIntensity));
    const surfaces = measureSurfaces(packed, pool.probe(), scene);
    const glassShare = measureGlass(surfaces, scene, packed.widthPx);
    const place = { floorY: scene.floor.y, bounds: [...task.acceleration.bounds] };
    const reflection = drawReflection(parts, look);
    yield { kind: 'parts', imageIndex, parts, reflection, glassShare, ...place };
    await step();
  }
  return { ...picture, wide, product, sampleCount, rayCount };
}

/** Tells of a picture that is made. */
export function finishImage({ spec, imageIndex }: PictureTask, made: MadePicture): TraceEvent {
  const seed = BigInt(spec.seed) + BigInt(imageIndex);
  const sampleCount = Math.round(made.sampleCount);
  return { kind: 'image', imageIndex, seed: seed.toString(), ...made, sampleCount };
}

/** What previews are composed with. */
function openPreview(
  { backdrop, look }: PictureTask,
  maxPx: number,
): Pick<PictureTask, 'look'> & { plate: Plate } {
  const light = look.light && shrinkTo(look.light, maxPx);
  return { plate: shrinkPlate(backdrop.plate, maxPx), look: { ...look, light } };
}

function shrinkTo(picture: LinearPicture, maxPx: number): LinearPicture {
  const { widthPx, heightPx } = boundSize(picture, maxPx);
  return shrinkPicture(picture, widthPx, heightPx);
}

/** What stands behind a preview: a picture whose pixels are to stay as they are has others when it is smaller. */
function shrinkPlate(plate: Plate, maxPx: number): Plate {
  if (Math.max(plate.widthPx, plate.heightPx) <= maxPx) return plate;
  return { ...shrinkTo(plate, maxPx), exact: null };
}
