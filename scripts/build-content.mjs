import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
await import('./build-tracer.mjs');
const entry = join(root, 'node_modules/.cache/build-content.mjs');
await build({
  entryPoints: [join(root, 'scripts/content/build.ts')],
  outfile: entry,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [entry, root, entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
