import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { makeParts } from './bench-parts/make-parts.mjs';
import { benchApp } from './bench-viewer/bench-app.mjs';
import { measureLoad } from './bench-viewer/measure-load.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';

/**
 * `npm run bench:parts [rounds]`: what models of very many parts cost, from their bytes to the first frame on the screen,
 * in tasks of the page and in frames of an orbit, against plain three.js on the page without shadows and reflections: by
 * the clock, and by the processor's time of the graphics process, which other programs do not lengthen as much. Each turn
 * is bounded in frames and in seconds, and a stage drawn by the processor is small, for both alike. Rounds alternate and the
 * medians count; no round is begun after 150 s unless rounds are asked for. Trust the ratios, on a machine that does
 * nothing else: the load is printed. Never fails for a figure.
 *
 * `npm run bench:parts app [rounds]`: the page of the whole built product while such files are dropped on it.
 */
const MODELS = {
  '3,000 materials': { nodeCount: 3_000, meshCount: 3_000, materialCount: 3_000 },
  '20,000 nodes': { nodeCount: 20_000, meshCount: 2_000, materialCount: 8 },
  '20,000 nodes of 8 meshes': { nodeCount: 20_000, meshCount: 8, materialCount: 8 },
};
const CONTENDERS = ['worker', 'plain'];
const MIN_ROUNDS = 3;
/** Of an orbit. */
const TURNED = { frames: 12, seconds: 5 };
const SIDE_PX = 300;
/** After this no further round is begun: the usual form ends within four minutes. */
const LAST_ROUND_MS = 150_000;
/** Printed figures, by the heading of their column. */
const METRICS = {
  'first frame': 'firstFrameMs',
  'its processor': 'firstFrameCpuMs',
  'longest task': 'longestTaskMs',
  'orbit frame': 'turnFrameMs',
  'its processor ': 'turnFrameCpuMs',
};

if (process.argv[2] === 'app') {
  const models = Object.entries(MODELS).map(([name, shape]) => [name, makeParts(shape)]);
  await benchApp(Number(process.argv[3]), Object.fromEntries(models));
} else await benchViewer(Number(process.argv[2]) || null);

/** @param wanted Rounds, however long they take; null for three in the time that is given. */
async function benchViewer(wanted) {
  const names = Object.keys(MODELS);
  const served = await serveBench({
    root: join(import.meta.dirname, 'bench-viewer/page'),
    files: Object.fromEntries(names.map((name, index) => [`/${index}.glb`, makeParts(MODELS[name])])),
    peers: '',
  });
  const browser = await openBenchBrowser({ isPage: true });
  const results = [];
  const started = performance.now();
  const mayBegin = (round) =>
    round <= (wanted ?? MIN_ROUNDS) && (wanted !== null || performance.now() - started < LAST_ROUND_MS);
  console.log(`${availableParallelism()} processors, ${SIDE_PX} by ${SIDE_PX} pixels; ${describeLoad()}`);
  let rounds = 0;
  try {
    for (; mayBegin(rounds + 1); rounds++) {
      // The second runs on a warmer machine, so the order alternates.
      const order = rounds % 2 === 0 ? CONTENDERS : [...CONTENDERS].reverse();
      for (const [index, name] of names.entries()) {
        for (const contender of order) {
          const options = { turned: TURNED, sidePx: SIDE_PX };
          const result = await measureLoad(browser, served.origin, contender, `/${index}.glb`, options);
          results.push({ name, ...result });
        }
      }
      const seconds = (performance.now() - started) / 1_000;
      console.log(`round ${rounds + 1} after ${seconds.toFixed(0)} s; ${describeLoad()}`);
    }
  } finally {
    await browser.close();
    await served.close();
  }
  report(names, results, rounds);
}

function describeLoad() {
  const [one, five] = loadavg().map((load) => load.toFixed(1));
  return `load average ${one}, ${five} over five minutes`;
}

function report(names, results, rounds) {
  console.log(`\nMedians of ${rounds}: milliseconds, and the share of plain three.js's\n`);
  const row = (name, cells) => console.log(name.padEnd(28) + cells.map((cell) => cell.padStart(18)).join(''));
  row('', Object.keys(METRICS));
  for (const name of names) {
    const median = (contender, metric) =>
      results
        .filter((one) => one.name === name && one.contender === contender)
        .map((one) => one[metric])
        .sort((a, b) => a - b)[rounds >> 1];
    const both = (metric) => {
      const [ours, plain] = CONTENDERS.map((contender) => median(contender, metric));
      return `${ours.toFixed(0)} (${plain === 0 ? '-' : (ours / plain).toFixed(2)})`;
    };
    row(name, Object.values(METRICS).map(both));
  }
}
