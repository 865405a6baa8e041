import { join } from 'node:path';
import { build } from 'esbuild';

const root = new URL('../..', import.meta.url).pathname;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * The Studio engine as the server runs it, on two threads, and the modules of src that a script asks for.
 *
 * @param cache Folder for the bundles. @param files Modules below src, without `.ts`.
 */
export async function openStudio(cache, files) {
  const shared = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' };
  const all = ['server/renders/engines/studio-host', 'tracer/gltf/load-model', ...files];
  const contents = all.map((file) => `export * from './src/${file}.ts';`).join('\n');
  await build({ ...shared, stdin: { contents, resolveDir: root }, outfile: join(cache, 'studio.mjs') });
  const workerFile = join(cache, 'worker.mjs');
  const tileWorkerFile = join(cache, 'tile-worker.mjs');
  await bundleWorkers(cache);
  const pieces = await import(join(cache, 'studio.mjs'));
  const host = pieces.createStudioHost(
    { workerFile, tileWorkerFile, tracerFolder: join(root, 'dist/tracer') },
    2,
  );
  return { pieces, host };
}

/** Bundles the scripts of the engine's threads, `worker.mjs` and `tile-worker.mjs`. @param cache Folder for them. */
export async function bundleWorkers(cache) {
  const engines = 'src/server/renders/engines';
  await build({
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    entryPoints: {
      worker: join(root, engines, 'studio-worker.ts'),
      'tile-worker': join(root, engines, 'tile-worker.ts'),
    },
    outdir: cache,
    outExtension: { '.js': '.mjs' },
  });
}

/** As an import does: 10 units along its largest side, its middle at the origin; and half of its sides then. */
export async function normalise(pieces, glb, decoders) {
  const frame = { normalisation: IDENTITY, modelTransform: IDENTITY, hiddenNodes: [], dressings: [] };
  const { geometry } = await pieces.loadModel(glb, frame, decoders);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < geometry.positions.length; at++) {
    low[at % 3] = Math.min(low[at % 3], geometry.positions[at]);
    high[at % 3] = Math.max(high[at % 3], geometry.positions[at]);
  }
  const scale = 10 / Math.max(...high.map((value, k) => value - low[k]));
  const [x, y, z] = low.map((value, k) => (-scale * (value + high[k])) / 2);
  const half = high.map((value, k) => (scale * (value - low[k])) / 2);
  return { normalisation: [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, x, y, z, 1], half };
}
