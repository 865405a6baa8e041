import { EXPOSURE_DEFAULT } from '../contract/constants.ts';
import { AppError } from '../contract/failure.ts';
import { fitText } from '../contract/files/fit-text.ts';
import type { StudioNodeId } from '../contract/render-nodes.ts';
import { STUDIO_NODES } from '../contract/render-nodes.ts';
import { FLOOR_BEFORE } from '../contract/scene/floor-defaults.ts';
import { floorHeight } from './floor/floor-height.ts';
import { openImageDecoder } from './gltf/decode-image.ts';
import { decodeTextures } from './gltf/decode-textures.ts';
import { loadModel } from './gltf/load-model.ts';
import { drawLayers } from './layers/draw-layers.ts';
import { measureSurfaces } from './layers/measure-surfaces.ts';
import { type LinearPicture, luminance, shrinkPicture } from './picture.ts';
import { planSamples, type SamplePlan } from './plan-samples.ts';
import { compositePicture } from './post/composite-picture.ts';
import { denoise } from './post/denoise.ts';
import { shrinkSums } from './post/shrink-sums.ts';
import { softenCoverage } from './post/soften-coverage.ts';
import { createSrgbTables } from './post/srgb-tables.ts';
import { TONE_MAPS } from './post/tone-map.ts';
import { buildAcceleration } from './scene/build-acceleration.ts';
import { openCamera } from './scene/open-camera.ts';
import { packScene } from './scene/pack-scene.ts';
import { prepareBackdrop, prepareFloor, prepareLighting } from './scene/prepare-lighting.ts';
import type { Accumulation } from './scene.ts';
import { SAMPLES_OF_QUALITY, type TraceEvent, type TraceHost, type TraceJob } from './trace-events.ts';
import { abortError, createTracePool } from './trace-pool.ts';

/** Enough for its slide on a fine display. The tracing waits meanwhile: 0.13 s on one core, where 512 take 0.4. */
const PREVIEW_PX = 256;
const PREVIEW_INTERVAL_MS = 500;
/** Samples of the passes; the last number repeats. The first ones are short so that a preview comes soon. */
const PASSES = [1, 1, 2, 4, 8] as const;

/**
 * Makes the pictures of an order, one after the other: loads the model once, then lights, traces, denoises and
 * composites each. The bytes depend on the recipe and the seed alone, not on the host or the number of threads.
 *
 * @param host Its workers are started here and ended when the iteration ends, however it ends.
 * @returns Events in order: nodes as they begin, previews at most twice a second, one image per picture. Encoding
 * is left to the host.
 * @throws AppError `model-unreadable`, `model-too-complex`, `image-unreadable` (background or style), `engine-failed`
 * (a worker died); an `AbortError` soon after the signal.
 */
export async function* tracePicture(
  job: TraceJob,
  host: TraceHost,
  signal: AbortSignal,
): AsyncGenerator<TraceEvent, void, undefined> {
  const { spec, files } = job;
  const srgb = createSrgbTables();
  const progress = createProgress(spec.batchSize);
  const step = async (): Promise<void> => {
    await host.pause();
    if (signal.aborted) throw abortError(signal);
  };

  yield progress.begin('load-model', 0);
  await step();
  const glb = files.get(spec.scene.modelHash);
  if (glb === undefined) {
    const details = 'the model file is missing';
    throw new AppError({ code: 'model-unreadable', reason: 'file-gone', details });
  }
  const model = await loadModel(glb, spec.scene, host.decoders);

  yield progress.begin('build-acceleration', 0);
  await step();
  const acceleration = buildAcceleration(model.geometry);

  yield progress.begin('prepare-materials', 0);
  await step();
  const decoder = await openImageDecoder(host.codecs);
  const unreadable: string[] = [];
  const textures = await decodeTextures(model.textures, model.materials, files, decoder, (name) =>
    unreadable.push(name),
  );
  for (const name of new Set(unreadable)) {
    yield { kind: 'warning', warning: { kind: 'unreadable-image', name: fitText(name, 255) } };
  }

  const camera = openCamera(spec);
  const backdrop = await prepareBackdrop(spec, files, decoder, srgb);
  const floorSettings = spec.scene.floor ?? FLOOR_BEFORE;
  const floorY = floorHeight(floorSettings, {
    lowest: acceleration.bounds[1],
    part: model.partLow,
    surface: () => model.geometry,
  });
  const floor = prepareFloor(backdrop, floorY, floorSettings);
  const look = {
    exposure: spec.scene.exposure / EXPOSURE_DEFAULT,
    toneMap: TONE_MAPS[spec.scene.toneMapping],
    style: backdrop.style,
    shadowIntensity: spec.scene.shadowIntensity ?? 1,
    light: backdrop.light,
  };
  const budget = SAMPLES_OF_QUALITY[spec.quality];
  const passes = planPasses(budget.most);
  const previewPlate = { ...shrinkForPreview(backdrop.plate), exact: null };
  const previewLook = { ...look, light: look.light === null ? null : shrinkForPreview(look.light) };

  const pool = createTracePool(host);
  try {
    for (let imageIndex = 0; imageIndex < spec.batchSize; imageIndex++) {
      const seed = BigInt(spec.seed) + BigInt(imageIndex);
      yield progress.begin('prepare-lighting', imageIndex);
      await step();
      const light = prepareLighting(spec, backdrop, camera, acceleration.bounds, Number(seed));
      const scene = { ...model, ...light, textures, floor, camera };
      const packed = packScene(scene, acceleration, undefined, spec.keepsLayers);
      await pool.prepare(packed, signal);

      let rayCount = 0;
      let sampleCount = 0;
      let plan: SamplePlan | null = null;
      let lastPreview = Number.NEGATIVE_INFINITY;
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
        const raysOfPass = await pool.tracePass({ sampleCount: samples, seed: hashSeed(seed), plan }, signal);
        rayCount += raysOfPass;
        sampleCount = meanSamples(pool.accumulation(0));
        const isLast = pass === passes.length - 1;
        if (isLast || raysOfPass === 0 || host.now() - lastPreview < PREVIEW_INTERVAL_MS) continue;
        lastPreview = host.now();
        const small = denoise(shrinkSums(pool.accumulation(sampleCount), PREVIEW_PX), true);
        yield { kind: 'preview', imageIndex, ...compositePicture(small, previewPlate, previewLook, srgb) };
        await step();
      }

      yield progress.begin('denoise', imageIndex);
      await step();
      const sums = pool.accumulation(sampleCount);
      const denoised = denoise(sums);
      const layers = camera.lens === undefined ? denoised : softenCoverage(denoised, sampleCount);
      yield progress.begin('composite', imageIndex);
      await step();
      yield backdrop.style === null
        ? progress.skip('style-grade', imageIndex)
        : progress.begin('style-grade', imageIndex);
      const picture = compositePicture(layers, backdrop.plate, look, srgb);
      yield progress.begin('encode', imageIndex);
      if (spec.keepsLayers === true) {
        await step();
        const surfaces = measureSurfaces(packed, pool.probe(), model.geometry.materialOfTriangle);
        const source = { layers, sums, surfaces, plate: backdrop.plate, look };
        for (const layer of drawLayers(source, host.deflate)) {
          yield { kind: 'layer', imageIndex, layer };
          await step();
        }
      }
      const samples = Math.round(sampleCount);
      yield { kind: 'image', imageIndex, seed: seed.toString(), ...picture, sampleCount: samples, rayCount };
      await step();
    }
  } finally {
    pool.end();
  }
}

function planPasses(samples: number): number[] {
  const passes: number[] = [];
  for (let done = 0; done < samples; ) {
    const wanted = PASSES[Math.min(passes.length, PASSES.length - 1)] ?? 8;
    passes.push(Math.min(wanted, samples - done));
    done += passes.at(-1) ?? samples;
  }
  return passes;
}

/** Samples that a pixel has had, in the middle. */
function meanSamples({ samples }: Accumulation): number {
  return samples.reduce((sum, count) => sum + count, 0) / samples.length;
}

function shrinkForPreview(picture: LinearPicture): LinearPicture {
  const factor = Math.ceil(Math.max(picture.widthPx, picture.heightPx) / PREVIEW_PX);
  return shrinkPicture(picture, Math.ceil(picture.widthPx / factor), Math.ceil(picture.heightPx / factor));
}

/** The kernel's 32-bit seed: neighbouring seeds, and seeds that share their lower half, give unrelated noise. */
function hashSeed(seed: bigint): number {
  let h = Number(seed & 0xffffffffn) ^ Math.imul(Number((seed >> 32n) & 0xffffffffn), 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Loading and building are done once per order; the other nodes once per picture. */
const SHARED_NODES: readonly StudioNodeId[] = ['load-model', 'build-acceleration', 'prepare-materials'];

type NodeEvent = Extract<TraceEvent, { kind: 'node' }>;

function createProgress(imageCount: number): {
  begin(
    node: StudioNodeId,
    imageIndex: number,
    pass?: { pass: number; passCount: number; share: number },
  ): NodeEvent;
  skip(node: StudioNodeId, imageIndex: number): NodeEvent;
} {
  const shared = STUDIO_NODES.filter(({ id }) => SHARED_NODES.includes(id));
  const own = STUDIO_NODES.filter(({ id }) => !SHARED_NODES.includes(id));
  const sum = (nodes: readonly { readonly weight: number }[]) =>
    nodes.reduce((all, { weight }) => all + weight, 0);
  const before = (node: StudioNodeId, imageIndex: number, share: number): number => {
    const place = shared.findIndex(({ id }) => id === node);
    if (place >= 0) return sum(shared.slice(0, place));
    const index = own.findIndex(({ id }) => id === node);
    const inside = sum(own.slice(0, index)) + share * (own[index]?.weight ?? 0);
    return sum(shared) + (sum(own) * imageIndex + inside) / imageCount;
  };
  return {
    begin(node, imageIndex, pass) {
      const progress = before(node, imageIndex, pass?.share ?? 0);
      const event: NodeEvent = { kind: 'node', node, status: 'running', progress, imageIndex };
      return pass === undefined ? event : { ...event, pass: pass.pass, passCount: pass.passCount };
    },
    skip: (node, imageIndex) => ({
      kind: 'node',
      node,
      status: 'skipped',
      progress: before(node, imageIndex, 1),
      imageIndex,
    }),
  };
}
