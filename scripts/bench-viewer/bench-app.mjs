import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEAVY_MODEL, makeModel } from './make-model.mjs';
import { measureDrop } from './measure-drop.mjs';
import { openBenchBrowser } from './open-bench-browser.mjs';
import { startProduct } from './start-product.mjs';

/** Milliseconds a task of the page may take. */
const MAX_TASK_MS = 50;
const MIN_ROUNDS = 3;

/**
 * What the page of the whole built product does while a heavy model is dropped on it, from a file as a file manager gives
 * it: its longest tasks by the clock and by the processor's time, which other programs on the machine do not lengthen,
 * and what they did. Each round has an account and a browser's storage of its own.
 *
 * @param models Files by their names; without them one of a million triangles and 60 MB.
 */
export async function benchApp(wanted, models) {
  if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
  const rounds = Math.max(MIN_ROUNDS, wanted || 0);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const all = Object.entries(models ?? { 'a million triangles': await makeModel(HEAVY_MODEL) });
  const product = await startProduct(join(folder, 'data'));
  const browser = await openBenchBrowser({ isPage: models !== undefined });
  try {
    for (const [name, bytes] of all) {
      const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.glb`);
      await writeFile(path, bytes);
      await benchModel(browser, product.url, name, path, rounds);
    }
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchModel(browser, url, name, path, rounds) {
  const results = [];
  for (let round = 1; round <= rounds; round++) {
    const result = await measureDrop(browser, url, path);
    results.push(result);
    console.log(`\n${name}, round ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
    report(result);
  }
  const median = (metric) => results.map(metric).sort((a, b) => a - b)[results.length >> 1];
  const longest = median(({ tasks }) => tasks[0]?.wallMs ?? 0);
  console.log(`\n${name}, medians of ${rounds}, milliseconds`);
  line(
    'longest task of the page',
    longest,
    `at most ${MAX_TASK_MS}${longest > MAX_TASK_MS ? ', MISSED' : ''}`,
  );
  line(
    "longest by the processor's time",
    median(({ tasks }) => byProcessor(tasks)[0]?.cpuMs ?? 0),
  );
  line(
    'longest `longtask`',
    median(({ longTaskMs }) => longTaskMs),
    '0: none of 50 or more',
  );
  for (const act of Object.keys(results[0].acts)) {
    const wall = median(({ acts }) => acts[act]?.wallMs ?? 0);
    const processor = median(({ acts }) => acts[act]?.cpuMs ?? 0);
    line(act, wall, `processor ${processor.toFixed(0)}`);
  }
}

function line(name, value, remark) {
  console.log(
    `${name.padEnd(34)}${value.toFixed(0).padStart(6)}${remark === undefined ? '' : `  (${remark})`}`,
  );
}

function byProcessor(tasks) {
  return [...tasks].sort((a, b) => b.cpuMs - a.cpuMs);
}

function report({ shownMs, longTaskMs, tasks }) {
  console.log(
    `on the stage after ${(shownMs / 1_000).toFixed(1)} s; longest longtask ${longTaskMs.toFixed(0)} ms`,
  );
  const list = (found) => {
    for (const { wallMs, cpuMs, atMs, work } of found) {
      const [clock, processor] = [wallMs, cpuMs].map((ms) => ms.toFixed(0).padStart(5));
      console.log(`  ${clock} ms, processor ${processor} ms, at ${(atMs / 1_000).toFixed(1)} s: ${work}`);
    }
  };
  console.log(' longest by the clock');
  list(tasks.slice(0, 4));
  console.log(' longest by the processor');
  list(byProcessor(tasks).slice(0, 3));
}
