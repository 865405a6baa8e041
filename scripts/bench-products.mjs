import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeGlass } from './bench-pictures/make-glass.mjs';
import { buildScene, compare, createHost, prepare, rawLayers } from './bench-pictures.mjs';

/**
 * `npm run bench:pictures [--size=512] [--reference=512] [--samples=8,16,32,64] [file ...]`: finished pictures of products
 * by Studio, peak signal to noise against a picture of many more samples with another seed: raw and denoised, with equally
 * many samples a pixel and as the qualities share them out, and the processor's seconds of each. `<` marks where the
 * denoiser made it worse. `--size=1024` is what a person gets; 512 has more edges per pixel and takes a quarter of
 * the time. Without files it takes the project's sample, solid glass, and four of the samples beside the project. A reference takes minutes
 * and is kept until kernel or scene change. Never fails for a figure.
 */
const SEEDS = { measured: 11, reference: 77 };
const PRODUCTS = ['ToyCar', 'SheenChair', 'GlassHurricaneCandleHolder', 'WaterBottle'];

const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/bench');
const option = (name, otherwise) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const sizePx = Number(option('size', 512));
const referenceSamples = Number(option('reference', 512));
const counts = option('samples', '8,16,32,64').split(',').map(Number);
const named = process.argv.slice(2).filter((text) => !text.startsWith('--'));
mkdirSync(cache, { recursive: true });

console.log(`${sizePx} px, raw and denoised against ${referenceSamples} samples, dB, CPU s`);
for (const [name, glb] of await listProducts()) {
  const { pieces, order } = await prepare(glb, sizePx);
  const { scene, plate } = await buildScene(pieces, order);
  const pool = pieces.createTracePool(await createHost());
  const srgb = pieces.createSrgbTables();
  const look = {
    exposure: 1,
    toneMap: pieces.TONE_MAPS.neutral,
    style: null,
    shadowIntensity: 1,
    light: null,
  };
  const finish = (layers) => pieces.compositePicture(layers, plate, look, srgb).rgba;
  try {
    const target = finish(rawLayers(await findReference(pool, scene)));
    const report = async (label, sums, seconds) => {
      const raw = compare(finish(rawLayers(sums)), target);
      const layers = await pieces.denoise(sums, pool.filters(new AbortController().signal));
      const clean = compare(finish(layers), target);
      const figures = [raw, clean, seconds].map((figure) => figure.toFixed(1).padStart(6));
      console.log(
        `${name.padEnd(28)}${label.padEnd(20)}${figures[0]} ${clean < raw ? '<' : ' '}${figures[1]}${figures[2]}`,
      );
    };
    await prepareScene(pool, scene);
    let seconds = 0;
    let done = 0;
    for (const count of counts) {
      seconds += await measure(() => traceTo(pool, done, count, SEEDS.measured, null));
      done = count;
      await report(`${count}`, pool.accumulation(count), seconds);
    }
    const { white } = scene;
    for (const [quality, budget] of Object.entries(pieces.SAMPLES_OF_QUALITY)) {
      await prepareScene(pool, scene);
      const cost = await measure(async () => {
        await traceTo(pool, 0, budget.least, SEEDS.measured, null);
        const plan = pieces.planSamples(pool.accumulation(budget.least), white, budget);
        await traceTo(pool, budget.least, Math.max(...plan.samples), SEEDS.measured, plan);
      });
      await report(`${quality}, about ${budget.mean}`, pool.accumulation(budget.mean), cost);
    }
  } finally {
    pool.end();
  }
}

/** Names and bytes of GLBs. */
async function listProducts() {
  const read = (path) => [basename(path, '.glb'), new Uint8Array(readFileSync(path))];
  if (named.length > 0) return named.map(read);
  const beside = PRODUCTS.map((name) => join(root, `../shared/samples/glb/${name}.glb`)).filter(existsSync);
  return [read(join(root, 'content/sample.glb')), ['solid glass', await makeGlass()], ...beside.map(read)];
}

function prepareScene(pool, scene) {
  return pool.prepare(scene, new AbortController().signal);
}

async function traceTo(pool, from, until, seed, plan) {
  const { signal } = new AbortController();
  for (let done = from; done < until; done += 8)
    await pool.tracePass({ sampleCount: Math.min(8, until - done), seed, plan }, signal);
}

/** CPU seconds of all threads. */
async function measure(work) {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** The sums of the reference, from an earlier run when kernel and scene are the same. */
async function findReference(pool, scene) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'dist/tracer/kernel-shared.wasm')))
    .update(scene.bytes)
    .digest('hex');
  const file = join(cache, `reference-${sizePx}-${referenceSamples}-${hash.slice(0, 16)}.bin`);
  if (!existsSync(file)) {
    await prepareScene(pool, scene);
    await traceTo(pool, 0, referenceSamples, SEEDS.reference, null);
    const { object, floor } = pool.accumulation(referenceSamples);
    writeFileSync(file, Buffer.concat([object, floor].map((plane) => Buffer.from(plane.slice().buffer))));
  }
  const { buffer } = new Uint8Array(readFileSync(file));
  return {
    widthPx: sizePx,
    heightPx: sizePx,
    object: new Float32Array(buffer, 0, sizePx * sizePx * 4),
    floor: new Float32Array(buffer, sizePx * sizePx * 16),
    samples: new Float32Array(sizePx * sizePx).fill(referenceSamples),
  };
}
