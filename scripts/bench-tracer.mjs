import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BufferAttribute, BufferGeometry, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { picture, quality } from './bench-pictures.mjs';
import { benchScene, bottle, bumpySphere, headphones } from './bench-scenes.mjs';

/**
 * `npm run bench:tracer [name ...]`: what the Studio engine's speed and quality rest on. Times are CPU seconds of this
 * process; variants alternate and the medians count, so a busy machine moves both sides of a ratio. Ends with a failure
 * when a required figure is missed. To add a bench, add an async function to `benches` that returns lines of
 * `{ name, value, unit, required? }`; it gets the tracer's modules and the compiled kernel.
 */
const root = new URL('..', import.meta.url).pathname;
const bundle = join(root, 'node_modules/.cache/bench/tracer.mjs');
await import('./build-tracer.mjs');
await build({
  stdin: {
    contents: `
      export * from './src/tracer/scene/build-acceleration.ts';
      export * from './src/tracer/scene/pack-scene.ts';
      export { DEFAULT_MATERIAL } from './src/tracer/gltf/read-materials.ts';
      export * from './src/tracer/kernel/open-kernel.ts';
      export * from './tests/tracer/reference/open-reference.ts';`,
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  logLevel: 'error',
  outfile: bundle,
});
const tracer = await import(bundle);
const wasm = await readFile(join(root, 'dist/tracer/kernel.wasm'));

const benches = { integrator, traversal, picture, quality };

const asked = process.argv.slice(2);
let isMissed = false;
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const line of await bench({ tracer, wasm })) {
    const misses = line.required !== undefined && line.value < line.required;
    isMissed ||= misses;
    const needed =
      line.required === undefined ? '' : `  (at least ${line.required}${misses ? ', MISSED' : ''})`;
    console.log(`${line.name.padEnd(44)} ${line.value.toFixed(2).padStart(8)} ${line.unit}${needed}`);
  }
}
process.exitCode = isMissed ? 1 : 0;

/** The whole integrator, WebAssembly over plain TypeScript, 96 x 96 at 8 samples. */
async function integrator() {
  const lines = [];
  const tile = { x: 0, y: 0, width: 96, height: 96, firstSample: 0, sampleCount: 8, seed: 1 };
  for (const [name, geometry] of Object.entries({ bottle: bottle(), headphones: headphones() })) {
    const packed = tracer.packScene(
      benchScene(geometry, 96, tracer.DEFAULT_MATERIAL),
      tracer.buildAcceleration(geometry),
    );
    const kernel = tracer.openKernel(wasm, packed);
    const reference = tracer.openReference(packed);
    const large = tracer.openKernel(
      wasm,
      tracer.packScene(
        benchScene(geometry, 384, tracer.DEFAULT_MATERIAL),
        tracer.buildAcceleration(geometry),
      ),
    );
    const [fast, slow, rate] = alternate(5, [
      () => kernel.traceTile(tile),
      () => reference.traceTile(tile),
      () => large.traceTile({ ...tile, width: 384, height: 384, sampleCount: 2 }),
    ]);
    lines.push({
      name: `integrator, ${name}`,
      value: rate.result / rate.seconds / 1e6,
      unit: 'Mrays / CPU s',
    });
    lines.push({
      name: `integrator over reference, ${name}`,
      value: slow.seconds / fast.seconds,
      unit: 'x',
      required: 1.8,
    });
  }
  return lines;
}

/** Single rays, WebAssembly over three-mesh-bvh: camera rays and rays between random points of the bounds. */
async function traversal() {
  const lines = [];
  const scenes = { bottle: bottle(), headphones: headphones(), 'bumpy sphere 1M': bumpySphere() };
  for (const [name, geometry] of Object.entries(scenes)) {
    const acceleration = tracer.buildAcceleration(geometry);
    const kernel = tracer.openKernel(
      wasm,
      tracer.packScene(benchScene(geometry, 16, tracer.DEFAULT_MATERIAL), acceleration),
    );
    const theirs = new BufferGeometry();
    theirs.setAttribute('position', new BufferAttribute(geometry.positions, 3));
    theirs.setIndex(new BufferAttribute(geometry.indices.slice(), 1));
    const bvh = new MeshBVH(theirs, { strategy: SAH });
    for (const [kind, rays] of Object.entries({
      camera: cameraRays(),
      random: randomRays(acceleration.bounds),
    })) {
      const count = rays.length / 6;
      const hits = new Float64Array(count * 2);
      const [ours, other] = alternate(15, [
        () => kernel.castRays(rays, hits),
        () => {
          const ray = new Ray();
          for (let i = 0; i < rays.length; i += 6) {
            ray.origin.fromArray(rays, i);
            ray.direction.fromArray(rays, i + 3);
            bvh.raycastFirst(ray, 2);
          }
        },
      ]);
      lines.push({
        name: `traversal, ${name}, ${kind}`,
        value: count / ours.seconds / 1e6,
        unit: 'Mrays / CPU s',
      });
      lines.push({
        name: `traversal over three-mesh-bvh, ${name}, ${kind}`,
        value: other.seconds / ours.seconds,
        unit: 'x',
        required: 4,
      });
    }
  }
  return lines;
}

/** Runs variants in turn, the first round unmeasured; medians of CPU seconds. */
function alternate(rounds, variants) {
  const seconds = variants.map(() => []);
  const results = variants.map((variant) => variant());
  for (let round = 0; round < rounds; round++) {
    variants.forEach((variant, i) => {
      const start = process.cpuUsage();
      results[i] = variant();
      const { user, system } = process.cpuUsage(start);
      seconds[i].push((user + system) / 1e6);
    });
  }
  return seconds.map((list, i) => ({ seconds: list.sort((a, b) => a - b)[rounds >> 1], result: results[i] }));
}

function cameraRays(side = 200) {
  const rays = new Float32Array(side * side * 6);
  const origin = new Vector3(6, 8, 24);
  const direction = new Vector3();
  for (let i = 0; i < side * side; i++) {
    direction
      .set(((i % side) / side - 0.5) * 10, (Math.floor(i / side) / side) * 10, 0)
      .sub(origin)
      .normalize();
    origin.toArray(rays, i * 6);
    direction.toArray(rays, i * 6 + 3);
  }
  return rays;
}

function randomRays(bounds, count = 40_000) {
  const rays = new Float32Array(count * 6);
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const point = () =>
    new Vector3(...[0, 1, 2].map((axis) => bounds[axis] + random() * (bounds[axis + 3] - bounds[axis])));
  for (let i = 0; i < count; i++) {
    const origin = point();
    origin.toArray(rays, i * 6);
    point()
      .sub(origin)
      .normalize()
      .toArray(rays, i * 6 + 3);
  }
  return rays;
}
