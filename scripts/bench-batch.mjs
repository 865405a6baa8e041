import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeParts } from './bench-parts/make-parts.mjs';

/**
 * `npm run bench:batch [rows] [kills] [entry]`: a sheet of 1,000 pictures of a box (64 px, draft) by `vitrine batch`, killed with
 * SIGKILL 20 times at places that are spread over the sheet, each a few moments later in a picture than the one before, and called
 * again. Counts the pictures that are missing and those that were made twice: a file that was there after one run must be the same,
 * inode and time, ever after. Fails unless every picture is there, whole, and made once.
 */
const [rows = 1_000, kills = 20] = process.argv.slice(2, 4).map(Number);
const entry = resolve(process.argv[4] ?? 'scripts/vitrine.mjs');
/** Kills fall into all steps of a picture, and between two. */
const LATER_MS = 37;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-batch-'));
const names = Array.from({ length: rows }, (_, k) => `${String(k + 1).padStart(5, '0')}.png`);
writeFileSync(join(folder, 'box.glb'), makeParts({ nodeCount: 1, meshCount: 1, materialCount: 1 }));
const lines = names.map((name, k) => `box.glb,${name},"${(k * 7) % 360},10",64,draft`);
writeFileSync(join(folder, 'sheet.csv'), ['model,file,view,size,quality', ...lines].join('\n'));

const seen = new Map();
const told = new Map();
let remade = 0;
const began = performance.now();
for (let round = 0; round <= kills; round++) {
  const until = round < kills ? Math.round(((round + 1) * rows) / (kills + 1)) : Number.POSITIVE_INFINITY;
  const code = await run(until, round * LATER_MS);
  if (round < kills && code !== null) throw new Error(`it ended with ${code} before kill ${round + 1}`);
  if (round === kills && code !== 0) throw new Error(`it ended with ${code}`);
  look();
  console.log(`${round < kills ? `kill ${round + 1}` : 'the end'}: ${seen.size} pictures`);
}
const missing = names.filter((name) => !seen.has(name)).length;
const others = readdirSync(folder).filter((name) => !names.includes(name));
const done = readFileSync(join(folder, 'sheet.done.csv'), 'utf8').match(/,done,/g)?.length ?? 0;
const twice = [...told.values()].filter((count) => count > 1).length;
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `${rows} rows, ${kills} kills, ${seconds} s: ${seen.size} files, ${missing} missing, ${remade} replaced, ${twice} told twice, ${done} rows done`,
);
console.log(`beside them: ${others.join(', ')}`);
rmSync(folder, { recursive: true });
const isRight = missing === 0 && remade === 0 && twice === 0 && done === rows && others.length === 3;
process.exitCode = isRight ? 0 : 1;

/** Runs until so many pictures are there, and a little longer. @returns Its code; null where it was killed. */
function run(until, laterMs) {
  const child = spawn(process.execPath, [entry, 'batch', 'sheet.csv', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rest = '';
  let present = 0;
  let isKilled = false;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const whole = `${rest}${text}`.split('\n');
    rest = whole.pop();
    for (const line of whole) {
      const { kind, file, isKept } = JSON.parse(line);
      if (kind !== 'done') continue;
      present++;
      if (!isKept) told.set(file, (told.get(file) ?? 0) + 1);
    }
    if (present < until || isKilled) return;
    isKilled = true;
    setTimeout(() => child.kill('SIGKILL'), laterMs);
  });
  return new Promise((ended) => child.on('close', ended));
}

/** A picture that was there stays the file that it was. */
function look() {
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) continue;
    const { ino, mtimeMs } = statSync(join(folder, name));
    const file = `${ino} ${mtimeMs}`;
    if (seen.has(name) && seen.get(name) !== file) remade++;
    seen.set(name, file);
  }
}
