// `npm run keep:version`: before a release, keeps what a person has with this version, see e2e/version.bench.ts.
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.mjs';

const run = (args, env = {}) => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
};
run(['scripts/build.mjs', '--quiet']);
run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e'], {
  BENCH: 'version',
  CHROMIUM_PATH: (await findChromium()) ?? '',
});
