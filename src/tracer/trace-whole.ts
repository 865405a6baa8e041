import type { Accumulation } from './accumulation.ts';
import { drawLayers } from './layers/draw-layers.ts';
import { measureSurfaces } from './layers/measure-surfaces.ts';
import { type LinearPicture, luminance, shrinkPicture } from './picture.ts';
import { type MadePicture, type PictureTask, PREVIEW_PX, planPasses } from './picture-task.ts';
import { planSamples, type SamplePlan } from './plan-samples.ts';
import { compositePicture } from './post/composite-picture.ts';
import { compositeWide } from './post/composite-wide.ts';
import { denoise } from './post/denoise.ts';
import { shrinkSums } from './post/shrink-sums.ts';
import { softenCoverage } from './post/soften-coverage.ts';
import { WIDE_TONE_MAPS } from './post/tone-map.ts';
import { packScene } from './scene/pack-scene.ts';
import type { TraceEvent, TraceHost } from './trace-events.ts';

const PREVIEW_INTERVAL_MS = 500;

/** Makes a picture whose sums are held all at once, with its layers where the recipe keeps them. */
export async function* traceWhole(
  task: PictureTask,
  host: Pick<TraceHost, 'now' | 'deflate'>,
): AsyncGenerator<TraceEvent, MadePicture, undefined> {
  const { spec, imageIndex, seed, scene, backdrop, look, budget, srgb, pool, progress, step, signal } = task;
  const passes = planPasses(budget.most);
  const previewPlate = { ...shrinkForPreview(backdrop.plate), exact: null };
  const previewLook = { ...look, light: look.light === null ? null : shrinkForPreview(look.light) };
  const packed = packScene(scene, task.acceleration, undefined, spec.keepsLayers);
  await pool.prepare(packed, signal);

  let rayCount = 0;
  let sampleCount = 0;
  let plan: SamplePlan | null = null;
  let lastPreview = Number.NEGATIVE_INFINITY;
  let shrunken: Accumulation | null = null;
  for (const [pass, samples] of passes.entries()) {
    yield progress.begin('path-trace', imageIndex, {
      pass,
      passCount: passes.length,
      share: Math.min(1, sampleCount / budget.mean),
    });
    if (plan === null && sampleCount >= budget.least) {
      const white = luminance(...packed.floorIrradiance) / Math.PI;
      plan = planSamples(pool.accumulation(sampleCount), white, budget);
    }
    const traced = pool.tracePass({ sampleCount: samples, seed, plan }, signal);
    // Who looks at a preview may end it all, and nobody waits for the pass then.
    traced.catch(() => {});
    if (shrunken !== null) {
      const small = await denoise(shrunken, pool.smallFilters(), true);
      yield { kind: 'preview', imageIndex, ...compositePicture(small, previewPlate, previewLook, srgb) };
      await step();
    }
    const raysOfPass = await traced;
    rayCount += raysOfPass;
    sampleCount = meanSamples(pool.accumulation(0));
    const isDue = raysOfPass > 0 && host.now() - lastPreview >= PREVIEW_INTERVAL_MS;
    shrunken = null;
    if (!isDue || pass === passes.length - 1) continue;
    lastPreview = host.now();
    // Only this is waited for: the preview is made of it while the next pass is traced.
    shrunken = await shrinkSums(pool.accumulation(sampleCount), PREVIEW_PX, pool.filters(signal));
  }

  yield progress.begin('denoise', imageIndex);
  await step();
  const sums = pool.accumulation(sampleCount);
  const denoised = await denoise(sums, pool.filters(signal));
  const layers = scene.camera.lens === undefined ? denoised : softenCoverage(denoised, sampleCount);
  yield progress.begin('composite', imageIndex);
  await step();
  yield look.style === null
    ? progress.skip('style-grade', imageIndex)
    : progress.begin('style-grade', imageIndex);
  const picture = compositePicture(layers, backdrop.plate, look, srgb);
  await step();
  const wideToneMap = WIDE_TONE_MAPS[spec.scene.toneMapping];
  const wide = compositeWide(layers, backdrop.plate, look, wideToneMap, srgb);
  yield progress.begin('encode', imageIndex);
  if (spec.keepsLayers === true) {
    await step();
    const surfaces = measureSurfaces(packed, pool.probe(), scene.geometry.materialOfTriangle);
    const source = { layers, sums, surfaces, plate: backdrop.plate, look };
    for (const layer of drawLayers(source, host.deflate)) {
      yield { kind: 'layer', imageIndex, layer };
      await step();
    }
  }
  return { ...picture, wide, sampleCount, rayCount };
}

/** Samples that a pixel has had, in the middle. */
function meanSamples({ samples }: Accumulation): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i]!;
  return sum / samples.length;
}

function shrinkForPreview(picture: LinearPicture): LinearPicture {
  const factor = Math.ceil(Math.max(picture.widthPx, picture.heightPx) / PREVIEW_PX);
  return shrinkPicture(picture, Math.ceil(picture.widthPx / factor), Math.ceil(picture.heightPx / factor));
}
