// Installs the locked packages when node_modules is missing or belongs to another lock file. Plain Node, no imports
// from packages: it runs in a clone that has none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.vitrine-lock';

/** Ends the process with one sentence when Node is too old for the packages. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Vitrine needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

export function installPackages() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  console.log('Installing packages ...');
  const result = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error('The packages could not be installed: npm ci failed (see above). Nothing was started.');
    process.exit(1);
  }
  writeFileSync(STAMP, lock);
}
