import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { inject } from 'vitest';
import { withLockFile } from '../../src/server/db/with-lock-file.ts';
import { bundlesOf, ROOT } from './bundles-of.ts';

/**
 * Bundles TypeScript entry files as the build does, so that Node can run them: once in a run, by who needs them first.
 *
 * @param entries Path below the project's folder by name of the script.
 * @param complete Adds to the folder what else the scripts need.
 * @param more Options of esbuild.
 * @returns Their folder. It belongs to all: whoever adds to it takes a copy.
 */
export async function bundle(
  name: string,
  entries: Readonly<Record<string, string>>,
  complete: (folder: string) => Promise<void> = async () => {},
  more: BuildOptions = {},
): Promise<string> {
  const run = bundlesOf(inject('postgresDir'));
  const folder = join(run, name);
  await mkdir(run, { recursive: true });
  await withLockFile(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const making = `${folder}.${process.pid}`;
    await build({
      ...more,
      entryPoints: Object.fromEntries(Object.entries(entries).map(([to, from]) => [to, join(ROOT, from)])),
      outdir: making,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'silent',
    });
    await complete(making);
    await rename(making, folder);
  });
  return folder;
}
