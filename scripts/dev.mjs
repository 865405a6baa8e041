// `npm run dev`: the page from source by vite, and the server, which is built anew and started again when its source changes.
// Ctrl-C ends both, and the embedded PostgreSQL with them.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
installPackages();

/** One save of an editor is several changes. */
const QUIET_MS = 150;
const PAGE = 'http://localhost:5173';

const build = () =>
  ['tracer', 'server'].every(
    (part) =>
      spawnSync(process.execPath, ['scripts/build.mjs', `--only=${part}`], { stdio: 'inherit' }).status === 0,
  );
if (!build()) process.exit(1);

let server = startServer();
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--strictPort'], { stdio: 'inherit' });
vite.on('exit', (code) => end(code ?? 1));

let timer;
for (const folder of ['src/server', 'src/contract', 'src/tracer']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, QUIET_MS);
  });
}
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));

function startServer() {
  return spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    stdio: 'inherit',
    // Links that it prints lead to the page from source.
    env: { PUBLIC_URL: PAGE, ...process.env },
  });
}

/** A build that fails leaves the server of before. */
async function restart() {
  if (isEnding || !build()) return;
  await stop(server);
  if (!isEnding) server = startServer();
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return gone;
}

async function end(code) {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([stop(server), stop(vite)]);
  process.exit(code);
}
