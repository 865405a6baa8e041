#!/usr/bin/env node
// `npx vitrine`: pictures of models from the command line. Builds what it needs, without a word, and runs it in the folder that it
// was called in. See README.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

const calledIn = process.cwd();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
// Answers are on stdout, and nothing else.
console.log = console.error;
installPackages();
const build = ['scripts/build.mjs', '--quiet', '--only=tracer,server,command'];
const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 2, 'inherit'] });
if (status !== 0) {
  console.error('The build failed (see above).');
  process.exit(1);
}
process.chdir(calledIn);
process.setSourceMapsEnabled(true);
await import('../dist/server/vitrine.js');
