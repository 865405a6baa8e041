// `npm run owner-link`: prints a new one-time link for the owner, whether the server runs or not; `-- --lan` with the
// address in the local network. See README.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
installPackages();
const node = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
const words = process.argv.slice(2).filter((word) => word !== '--lan');
if (process.argv.includes('--lan')) process.env.LAN = 'on';
const built = node('scripts/build.mjs', '--quiet', '--only=server');
process.exit(built === 0 ? node('--enable-source-maps', 'dist/server/owner-link.js', ...words) : built);
