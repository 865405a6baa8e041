// `npm run soak -- --faults 1000 --seed 7`: a working session on two devices in which so many things break, one after the
// other, as the seed has them; see e2e/soak.test.ts and docs/faults.md. A seed that failed brings the same faults again.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, watchFile } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
// The run's own output is a report at its end; meanwhile it writes here how far it is.
const folder = mkdtempSync(join(tmpdir(), 'vitrine-soak-'));
const progress = join(folder, 'progress');
const started = Date.now();
watchFile(progress, { interval: 1_000 }, () => {
  if (!existsSync(progress)) return;
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(`${readFileSync(progress, 'utf8')} (${minutes} min)`);
});
const child = spawn(process.execPath, ['scripts/test.mjs', 'e2e/soak.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SOAK_FAULTS: values.faults, SOAK_SEED: values.seed, SOAK_PROGRESS: progress },
});
child.on('close', (code) => {
  rmSync(folder, { recursive: true });
  process.exit(code ?? 1);
});
