#!/usr/bin/env node
// `npx vitrine`: pictures of models from the command line. Builds what it needs, without a word, and runs it in the folder that it
// was called in. See README.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

const LOCK = 'dist/.command.lock';
const LOOK_AGAIN_MS = 50;
const EMPTY_MS = 5_000;

const calledIn = process.cwd();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
// Answers are on stdout, and nothing else.
console.log = console.error;
const unlock = lockBuild();
installPackages();
const build = ['scripts/build.mjs', '--quiet', '--only=tracer,server,command'];
const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 2, 'inherit'] });
unlock();
if (status !== 0) {
  console.error('The build failed (see above).');
  process.exit(1);
}
process.chdir(calledIn);
process.setSourceMapsEnabled(true);
await import('../dist/server/vitrine.js');

/** Scripts call many at once: one builds, the others wait for it. @returns Lets the next one go on. */
function lockBuild() {
  mkdirSync('dist', { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return () => rmSync(LOCK, { force: true });
    } catch ({ code }) {
      // Where nothing can be written, nothing can be built, and what is there is whole.
      if (code !== 'EEXIST') return () => {};
    }
    if (isHeld()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
    else rmSync(LOCK, { force: true });
  }
}

/** Whoever held it may have been killed. */
function isHeld() {
  try {
    const holder = readFileSync(LOCK, 'utf8');
    // Killed before it had written its number: nobody takes so long for that.
    if (holder === '') return Date.now() - statSync(LOCK).mtimeMs < EMPTY_MS;
    process.kill(Number(holder), 0);
    return true;
  } catch ({ code }) {
    return code !== 'ESRCH' && code !== 'ENOENT';
  }
}
