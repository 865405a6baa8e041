import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/** Bundles the server's thread scripts as the build does. @returns Their folder. */
export async function bundleWorkerScripts(): Promise<string> {
  const outdir = join(ROOT, 'node_modules/.cache/tests', `workers-${process.pid}`);
  await mkdir(outdir, { recursive: true });
  await build({
    entryPoints: {
      'model-worker': join(ROOT, 'src/server/models/model-worker.ts'),
      'studio-worker': join(ROOT, 'src/server/renders/engines/studio-worker.ts'),
    },
    outdir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  return outdir;
}
