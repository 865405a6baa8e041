// Builds what `npm start` runs: the tracer's wasm, the server bundle and the app. Skips what is up to date.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build as bundle } from 'esbuild';

const isQuiet = process.argv.includes('--quiet');
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice(7)
  .split(',');

/** Names, sizes and change times of the inputs: cheap, and right unless somebody forges a time. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(path)) return;
    const info = statSync(path);
    if (info.isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
      return;
    }
    hash.update(`${path}\0${info.size}\0${info.mtimeMs}\0`);
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** Runs one part when its inputs changed since the last time it succeeded. */
async function step(name, inputs, outputs, run) {
  if (only && !only.includes(name)) return;
  const stampFile = join('dist', `.${name}.stamp`);
  const stamp = fingerprint([...inputs, 'package-lock.json', 'scripts/build.mjs']);
  const isFresh =
    outputs.every((path) => existsSync(path)) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp;
  if (isFresh) return;
  if (!isQuiet) console.log(`Building ${name} ...`);
  await run();
  mkdirSync('dist', { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Files that travel in a third of their size; the server sends the copy to browsers that take it. */
const COMPRESSED = /\.(?:js|css|wasm|svg)$/;
/** Smaller ones gain nothing worth a file. */
const COMPRESSED_FROM_BYTES = 1_024;
/** Of 11: the last two steps take ten times as long for 5 % less. */
const QUALITY = 9;

/** Puts a Brotli copy beside every file that gains by it. */
async function compressAll(folder) {
  const compress = promisify(brotliCompress);
  const names = readdirSync(folder).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name));
      if (bytes.length < COMPRESSED_FROM_BYTES) return;
      const copy = await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
      writeFileSync(join(folder, `${name}.br`), copy);
    }),
  );
}

/** Bundles scripts that Node runs, by their names, into dist/server. @param more Options of esbuild. */
function bundleForNode(entryPoints, more = {}) {
  return bundle({
    ...more,
    entryPoints,
    outdir: 'dist/server',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  });
}

/** Long enough for whatever runs on a build that came before: it loads its parts when it needs them. */
const KEPT_MS = 24 * 3_600_000;

/** Removes what builds left that nobody runs any more. */
function forgetOld(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path);
  }
}

/** Runs a build tool; what it says is printed only when it fails. */
function node(script, ...args) {
  const result = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status === 0) return;
  console.error(`${result.stdout}${result.stderr}`);
  process.exit(result.status ?? 1);
}

await step('tracer', ['src/tracer', 'scripts/build-tracer.mjs'], ['dist/tracer/kernel.wasm'], async () =>
  node('scripts/build-tracer.mjs'),
);

await step(
  'server',
  ['src/server', 'src/contract', 'src/tracer'],
  [
    'dist/server/main.js',
    'dist/server/studio-worker.js',
    'dist/server/tile-worker.js',
    'dist/server/model-worker.js',
    'dist/server/picture-process.js',
    'dist/server/migrations',
  ],
  async () => {
    await bundleForNode({
      main: 'src/server/main.ts',
      'owner-link': 'src/server/owner-link.ts',
      'check-files': 'src/server/check-files.ts',
      'move-files': 'src/server/move-files.ts',
      'move-database': 'src/server/move-database.ts',
      backup: 'src/server/backup.ts',
      restore: 'src/server/restore.ts',
      'stripe-setup': 'src/server/stripe-setup.ts',
      'studio-worker': 'src/server/renders/engines/studio-worker.ts',
      'tile-worker': 'src/server/renders/engines/tile-worker.ts',
      'model-worker': 'src/server/models/model-worker.ts',
      'picture-process': 'src/server/images/picture-process.ts',
    });
    cpSync('src/server/db/migrations', 'dist/server/migrations', { recursive: true });
  },
);

await step(
  'command',
  ['src/command', 'src/server', 'src/workers', 'src/app', 'src/contract', 'src/tracer'],
  ['dist/server/vitrine.js'],
  // An image has no packages that a server does not need: this one goes along.
  () => {
    forgetOld('dist/server/command');
    return bundleForNode(
      { vitrine: 'src/command/main.ts' },
      {
        alias: { jszip: './node_modules/jszip/dist/jszip.min.js' },
        // What only some commands need is loaded by them.
        splitting: true,
        chunkNames: 'command/[name]-[hash]',
      },
    );
  },
);

await step(
  'app',
  [
    'src/app',
    'src/workers',
    'src/contract',
    'src/tracer',
    'public',
    'index.html',
    'manifest.webmanifest',
    'vite.config.ts',
  ],
  ['dist/app/index.html', 'dist/app/offline.js'],
  async () => {
    node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
    await compressAll('dist/app/assets');
  },
);
