// `npm run attack`: every call of the API with every hostile value in every place of it, bodies of megabytes of mistakes, bombs,
// and every call as somebody who may not make it, on a real server. It prints counts, the worst pauses of the loop, the
// peak of memory and every answer of 5xx. `npm test` runs a short form.
import { spawnSync } from 'node:child_process';

const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'tests/server/attack'];
const { status } = spawnSync(process.execPath, command, {
  stdio: 'inherit',
  env: { ...process.env, ATTACK: 'thorough' },
});
process.exit(status ?? 1);
