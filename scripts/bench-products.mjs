import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildScene, compare, createHost, prepare, rawLayers } from './bench-pictures.mjs';

/**
 * `npm run bench:pictures [--size=1024] [--reference=1024] [file ...]`: finished pictures of products by Studio: peak
 * signal to noise raw and denoised at 8 to 256 samples a pixel against a picture of many more with another seed,
 * and the processor's seconds of 16 samples. Without files it takes five of the samples beside the project: metal, cloth,
 * glass, lacquer and a toy. A reference takes minutes and is kept until kernel or scene change. Never fails for a figure.
 */
const SAMPLES = [8, 16, 32, 64, 128, 256];
const TIMED = 16;
const SEEDS = { measured: 11, reference: 77 };
const PRODUCTS = ['WaterBottle', 'SheenChair', 'GlassHurricaneCandleHolder', 'ClearcoatWicker', 'ToyCar'];

const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/bench');
const option = (name, otherwise) =>
  Number(process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const sizePx = option('size', 1024);
const referenceSamples = option('reference', 1024);
const named = process.argv.slice(2).filter((text) => !text.startsWith('--'));
const paths =
  named.length > 0
    ? named
    : PRODUCTS.map((name) => join(root, `../shared/samples/glb/${name}.glb`)).filter(existsSync);
mkdirSync(cache, { recursive: true });

console.log(`${sizePx} px, raw and denoised against ${referenceSamples} samples, dB`);
console.log(
  ''.padEnd(30) +
    SAMPLES.map((count) => String(count).padStart(14)).join('') +
    `CPU s of ${TIMED}`.padStart(16),
);
for (const path of paths) {
  const { pieces, order } = await prepare(new Uint8Array(readFileSync(path)), sizePx);
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
    await pool.prepare(scene, new AbortController().signal);
    const start = process.cpuUsage();
    let seconds = 0;
    let done = 0;
    const cells = [];
    for (const count of SAMPLES) {
      for (; done < count; done += 8) await trace(pool, done, SEEDS.measured);
      const sums = pool.accumulation(count);
      const raw = compare(finish(rawLayers(sums)), target);
      const clean = compare(finish(pieces.denoise(sums)), target);
      cells.push(`${raw.toFixed(1)} ${clean < raw ? '<' : ' '}${clean.toFixed(1)}`);
      const { user, system } = process.cpuUsage(start);
      if (count === TIMED) seconds = (user + system) / 1e6;
    }
    console.log(
      basename(path, '.glb').padEnd(30) +
        cells.map((cell) => cell.padStart(14)).join('') +
        seconds.toFixed(1).padStart(16),
    );
  } finally {
    pool.end();
  }
}

function trace(pool, firstSample, seed) {
  return pool.tracePass(
    { firstSample, sampleCount: 8, seed, skipsFloor: false },
    new AbortController().signal,
  );
}

/** The sums of the reference, from an earlier run when kernel and scene are the same. */
async function findReference(pool, scene) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'dist/tracer/kernel-shared.wasm')))
    .update(scene.bytes)
    .digest('hex');
  const file = join(cache, `reference-${sizePx}-${referenceSamples}-${hash.slice(0, 16)}.bin`);
  if (!existsSync(file)) {
    await pool.prepare(scene, new AbortController().signal);
    for (let done = 0; done < referenceSamples; done += 8) await trace(pool, done, SEEDS.reference);
    const { object, floor } = pool.accumulation(referenceSamples);
    writeFileSync(file, Buffer.concat([object, floor].map((plane) => Buffer.from(plane.slice().buffer))));
  }
  const { buffer } = new Uint8Array(readFileSync(file));
  return {
    widthPx: sizePx,
    heightPx: sizePx,
    sampleCount: referenceSamples,
    object: new Float32Array(buffer, 0, sizePx * sizePx * 4),
    floor: new Float32Array(buffer, sizePx * sizePx * 16),
  };
}
