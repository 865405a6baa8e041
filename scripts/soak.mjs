// `npm run soak -- --faults 1000 --seed 7`: a working session on two devices in which so many things break, one after the
// other, as the seed has them; see e2e/soak.test.ts and docs/faults.md. A seed that failed brings the same faults again.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) {
    console.error(`--${name} is a whole number.`);
    process.exit(1);
  }
}
console.log(`${values.faults} faults of seed ${values.seed}`);
const { status } = spawnSync(process.execPath, ['scripts/test.mjs', 'e2e/soak.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SOAK_FAULTS: values.faults, SOAK_SEED: values.seed },
});
process.exit(status ?? 1);
