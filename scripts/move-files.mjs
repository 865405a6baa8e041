// `npm run move-files`: moves stored files between the disk and the bucket, whether the server runs or not. See README.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
installPackages();
const node = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
const built = node('scripts/build.mjs', '--quiet', '--only=server');
process.exit(
  built === 0 ? node('--enable-source-maps', 'dist/server/move-files.js', ...process.argv.slice(2)) : built,
);
