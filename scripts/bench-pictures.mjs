import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import draco from 'draco3dgltf';
import { build } from 'esbuild';
import { MeshoptDecoder } from 'meshoptimizer';
import { bundleWorkers } from './bench-pictures/open-studio.mjs';

const root = new URL('..', import.meta.url).pathname;
const cache = join(root, 'node_modules/.cache/bench');
const SIZE = 1024;
const SAMPLES = 32;
const REFERENCE_SAMPLES = 384;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const CHAIR = join(root, '../shared/samples/glb/SheenChair.glb');
const hasChair = existsSync(CHAIR);

/**
 * A whole standard picture of SheenChair on two threads: CPU seconds of all threads from the file's bytes to RGBA,
 * against the budget of 45. Nothing without the sample beside the project.
 */
export async function picture() {
  if (!hasChair) return [];
  const { pieces, order } = await prepare();
  const host = pieces.createStudioHost(
    {
      workerFile: join(cache, 'worker.mjs'),
      tileWorkerFile: join(cache, 'tile-worker.mjs'),
      tracerFolder: join(root, 'dist/tracer'),
    },
    2,
  );
  const start = process.cpuUsage();
  let rays = 0;
  for await (const event of host.trace(order, new AbortController().signal)) {
    if (event.kind === 'image') rays = event.rayCount;
  }
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  return [
    { name: `picture, SheenChair ${SIZE} px, ${SAMPLES} spp`, value: seconds, unit: 'CPU s' },
    { name: 'picture, rays over all of it', value: rays / seconds / 1e6, unit: 'Mrays / CPU s' },
    { name: 'picture, budget of 45 CPU s over cost', value: 45 / seconds, unit: 'x', required: 1 },
  ];
}

/**
 * Peak signal to noise of the same picture, 32 samples denoised against 384 samples raw with another seed: on all
 * pixels, and on those the product's outline crosses. The denoiser's own CPU seconds beside it. The reference takes eight
 * CPU minutes and is kept beside the bundles until the kernel or the scene changes.
 */
export async function quality() {
  if (!hasChair) return [];
  const { pieces, order } = await prepare();
  const { scene, plate } = await buildScene(pieces, order);
  const srgb = pieces.createSrgbTables();
  const { neutral: toneMap } = pieces.TONE_MAPS;
  const look = { exposure: 1, toneMap, style: null, shadowIntensity: 1, light: null };
  const finish = (layers) => pieces.compositePicture(layers, plate, look, srgb).rgba;
  const pool = pieces.createTracePool(await createHost());
  try {
    const noisy = await accumulate(pool, scene, SAMPLES, 11);
    const start = process.cpuUsage();
    const clean = await pieces.denoise(noisy, pool.filters(new AbortController().signal));
    const { user, system } = process.cpuUsage(start);
    const denoised = finish(clean);
    const raw = finish(rawLayers(noisy));
    const reference = rawLayers(await findReference(pool, scene));
    const target = finish(reference);
    const isEdge = (i) => reference.coverage[i] > 0 && reference.coverage[i] < 1;
    const name = `quality, ${SAMPLES} spp against ${REFERENCE_SAMPLES}`;
    return [
      { name: `${name}, raw`, value: compare(raw, target, () => true), unit: 'dB' },
      { name: `${name}, denoised`, value: compare(denoised, target, () => true), unit: 'dB', required: 38 },
      { name: `${name}, denoised, outline only`, value: compare(denoised, target, isEdge), unit: 'dB' },
      { name: `quality, denoising ${SIZE} px`, value: (user + system) / 1e6, unit: 'CPU s' },
    ];
  } finally {
    pool.end();
  }
}

/**
 * Bundles what is measured, and the order: a product at three quarters, filling the frame, on light grey.
 *
 * @param glb Its bytes.
 */
export async function prepare(glb = new Uint8Array(readFileSync(CHAIR)), sizePx = SIZE) {
  const shared = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' };
  const files = [
    'tracer/gltf/load-model',
    'tracer/gltf/decode-image',
    'tracer/gltf/decode-textures',
    'tracer/scene/build-acceleration',
    'tracer/scene/pack-scene',
    'tracer/scene/prepare-lighting',
    'tracer/trace-pool',
    'tracer/trace-events',
    'tracer/plan-samples',
    'tracer/picture',
    'tracer/post/denoise',
    'tracer/post/composite-picture',
    'tracer/post/srgb-tables',
    'tracer/post/tone-map',
    'server/renders/engines/studio-host',
  ];
  const contents = files.map((file) => `export * from './src/${file}.ts';`).join('\n');
  await build({ ...shared, stdin: { contents, resolveDir: root }, outfile: join(cache, 'pictures.mjs') });
  await bundleWorkers(cache);
  const pieces = await import(join(cache, 'pictures.mjs'));
  await MeshoptDecoder.ready;
  const decoders = { draco: await draco.createDecoderModule(), meshopt: MeshoptDecoder };
  const frame = { normalisation: IDENTITY, modelTransform: IDENTITY, hiddenNodes: [], dressings: [] };
  const { geometry } = await pieces.loadModel(glb, frame, decoders);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  geometry.positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3], value);
    high[i % 3] = Math.max(high[i % 3], value);
  });
  const size = high.map((value, k) => value - low[k]);
  const scale = 10 / Math.max(...size);
  const [x, y, z] = low.map((value, k) => (-scale * (value + high[k])) / 2);
  const distance = ((scale * Math.hypot(...size)) / 2 / Math.sin(Math.PI / 12)) * 1.02;
  const modelHash = 'a'.repeat(64);
  const spec = {
    scene: {
      modelHash,
      normalisation: [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, x, y, z, 1],
      modelTransform: IDENTITY,
      hiddenNodes: [],
      dressings: [],
      toneMapping: 'neutral',
      exposure: 0.6,
    },
    camera: {
      position: [distance * 0.557, distance * 0.242, distance * 0.795],
      target: [0, 0, 0],
      up: [0, 1, 0],
      fovDegrees: 30,
    },
    background: { kind: 'colour', colour: '#d9d7d3' },
    style: null,
    passes: { lightmap: null },
    creativity: 0,
    seed: '1',
    batchSize: 1,
    widthPx: sizePx,
    heightPx: sizePx,
    quality: 'standard',
  };
  return { pieces, order: { spec, files: new Map([[modelHash, glb]]) } };
}

function compileCodecs() {
  const { resolve } = createRequire(import.meta.url);
  const compile = (name) => new WebAssembly.Module(readFileSync(resolve(name)));
  return {
    png: compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
    jpeg: compile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    webp: compile('@jsquash/webp/codec/dec/webp_dec.wasm'),
    avif: async () => compile('@jsquash/avif/codec/dec/avif_dec.wasm'),
    ktx2: async () => compile('three/addons/libs/basis/basis_transcoder.wasm'),
  };
}

/** The order as the kernel takes it, and what stands behind the product. */
export async function buildScene(pieces, { spec, files }) {
  const decoders = { draco: await draco.createDecoderModule(), meshopt: MeshoptDecoder };
  const model = await pieces.loadModel([...files.values()][0], spec.scene, decoders);
  const acceleration = pieces.buildAcceleration(model.geometry);
  const decoder = await pieces.openImageDecoder(compileCodecs());
  const textures = await pieces.decodeTextures(model.textures, model.materials, files, decoder, () => {});
  const backdrop = await pieces.prepareBackdrop(spec, files, decoder, pieces.createSrgbTables());
  const { widthPx, heightPx } = spec;
  const camera = { ...spec.camera, widthPx, heightPx };
  const light = pieces.prepareLighting(spec, backdrop, camera, acceleration.bounds, 0);
  const floor = pieces.prepareFloor(backdrop, acceleration.bounds[1]);
  const { geometry, materials } = model;
  const parts = { geometry, materials, textures, ...light, floor, camera, textureFrame: null };
  const scene = pieces.packScene(parts, acceleration);
  return { scene, plate: backdrop.plate };
}

/** Two threads on one scene. */
export async function createHost() {
  const kernel = new WebAssembly.Module(readFileSync(join(root, 'dist/tracer/kernel-shared.wasm')));
  return {
    threadCount: 2,
    kernel,
    sharedKernel: kernel,
    startWorker() {
      const worker = new Worker(join(cache, 'tile-worker.mjs'));
      return {
        post: (request) => worker.postMessage(request),
        listen(onReply, onCrash) {
          worker.on('message', onReply);
          worker.on('error', (error) => onCrash(error.message));
        },
        end: () => void worker.terminate(),
      };
    },
  };
}

async function accumulate(pool, scene, sampleCount, seed) {
  const { signal } = new AbortController();
  await pool.prepare(scene, signal);
  for (let done = 0; done < sampleCount; done += 8)
    await pool.tracePass({ sampleCount: 8, seed, plan: null }, signal);
  return pool.accumulation(sampleCount);
}

/** The sums of the reference, from an earlier run when kernel and scene are the same. */
async function findReference(pool, scene) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'dist/tracer/kernel-shared.wasm')))
    .update(scene.bytes)
    .digest('hex');
  const file = join(cache, `reference-${REFERENCE_SAMPLES}-${hash.slice(0, 16)}.bin`);
  const size = { widthPx: SIZE, heightPx: SIZE };
  if (!existsSync(file)) {
    const { object, floor } = await accumulate(pool, scene, REFERENCE_SAMPLES, 77);
    writeFileSync(file, Buffer.concat([object, floor].map((plane) => Buffer.from(plane.slice().buffer))));
  }
  const { buffer } = new Uint8Array(readFileSync(file));
  return {
    ...size,
    object: new Float32Array(buffer, 0, SIZE * SIZE * 4),
    floor: new Float32Array(buffer, SIZE * SIZE * 16),
    samples: new Float32Array(SIZE * SIZE).fill(REFERENCE_SAMPLES),
  };
}

/** Layers as the samples give them. */
export function rawLayers({ widthPx, heightPx, object, floor, samples }) {
  const count = widthPx * heightPx;
  const layers = {
    widthPx,
    heightPx,
    object: new Float32Array(count * 3),
    coverage: new Float32Array(count),
    floor: new Float32Array(count * 3).fill(1),
    floorCoverage: new Float32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const alpha = object[i * 4 + 3];
    const ground = floor[i * 4 + 3];
    layers.coverage[i] = Math.min(1, alpha / samples[i]);
    layers.floorCoverage[i] = Math.min(1, ground / samples[i]);
    for (let k = 0; k < 3; k++) {
      if (alpha > 0) layers.object[i * 3 + k] = object[i * 4 + k] / alpha;
      if (ground > 0) layers.floor[i * 3 + k] = floor[i * 4 + k] / ground;
    }
  }
  return layers;
}

/** Peak signal to noise of RGBA pictures, decibels. */
export function compare(picture, target, counts = () => true) {
  let sum = 0;
  let values = 0;
  for (let i = 0; i < picture.length; i++) {
    if (i % 4 === 3 || !counts(i >> 2)) continue;
    sum += (picture[i] - target[i]) ** 2;
    values++;
  }
  return 10 * Math.log10((255 * 255 * values) / Math.max(sum, 1e-9));
}
