// `npm run bench:scale`: builds the product and measures it on many machines and on one, see e2e/scale.bench.ts.
import { spawnSync } from 'node:child_process';

const run = (args, env = {}) => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
};
run(['scripts/build.mjs', '--quiet']);
run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', '--reporter', 'verbose'], {
  BENCH: 'scale',
});
