// `npm start`: installs, builds and starts everything embedded in one process; `-- --lan` for the local network, too. See README.
import { spawn, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
installPackages();
const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) {
  console.error('The build failed (see above). Nothing was started.');
  process.exit(1);
}
const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
  stdio: 'inherit',
  env: process.argv.includes('--lan') ? { ...process.env, LAN: 'on' } : process.env,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
