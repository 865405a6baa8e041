// Installs the locked packages when node_modules is missing or older than the lock file. Plain Node, no imports from
// packages: it runs in a clone that has none.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/**
 * Not `npm ci`: it refuses a lock file that lacks another platform's optional binaries, and a registry mirror may not
 * carry them all. `install` keeps the locked versions as well; with `--no-save` it writes neither file.
 */
const INSTALL = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** npm's own record of what it installed. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Ends the process with one sentence when Node is too old for the packages. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Vitrine needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

export function installPackages() {
  if (existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync('package-lock.json').mtimeMs) return;
  console.log('Installing packages ...');
  const result = spawnSync('npm', INSTALL, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return;
  console.error('The packages could not be installed: npm failed (see above). Nothing was started.');
  process.exit(1);
}
