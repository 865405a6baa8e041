// `npm run shims`: every story in a browser that lacks what some browser of today lacks, all of it at once.
// `npm run shims -- --api webp,opfs e2e/looks.test.ts` takes away only these (e2e/support/shims.ts) and tells only this story.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { api: { type: 'string', default: 'all' } },
  allowPositionals: true,
});
/** They take them away themselves, or are about a browser on a profile of its own. */
const WITHOUT = ['without-apis.test.ts', 'faults.test.ts', 'soak.test.ts'];
const all = readdirSync('e2e')
  .filter((name) => name.endsWith('.test.ts') && !WITHOUT.includes(name))
  .map((name) => `e2e/${name}`);
const stories = positionals.length > 0 ? positionals : all;
console.log(`${stories.length} stories without ${values.api === 'all' ? 'any of them' : values.api}`);
const { status } = spawnSync(process.execPath, ['scripts/test.mjs', ...stories], {
  stdio: 'inherit',
  env: { ...process.env, SHIMS: values.api },
});
process.exit(status ?? 1);
