import { loadavg } from 'node:os';
import { join } from 'node:path';
import { benchApp } from './bench-viewer/bench-app.mjs';
import { installPeers } from './bench-viewer/install-peers.mjs';
import { HEAVY_MODEL, LIGHT_MODEL, makeModel } from './bench-viewer/make-model.mjs';
import { latencyProbe, measureLatency } from './bench-viewer/measure-latency.mjs';
import { measureLoad } from './bench-viewer/measure-load.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';

/**
 * `npm run bench:viewer [rounds]`: what the viewer in its worker is worth while a model of a million triangles and 60 MB
 * loads, against the same viewer on the page and against two others as their makers ship them, without the shadows that
 * ours has. The peers are installed beside this script at the first run and are no packages of the product. All stages
 * are 600 px with one device pixel per pixel, each load has a page of its own, rounds alternate and the medians count:
 * trust the ratios. Never fails for a figure.
 *
 * `npm run bench:viewer app [rounds]`: the page of the whole built product while such a file is dropped on it.
 */
const LOADERS = ['worker', 'page', 'model-viewer', 'babylon'];
const PLACES = ['worker', 'page'];
const NAMES = {
  worker: 'ours, in a worker',
  page: 'ours, on the page',
  'model-viewer': '@google/model-viewer',
  babylon: '@babylonjs/viewer',
};
const MIN_ROUNDS = 3;
/** Milliseconds a task of the page may take. */
const MAX_TASK_MS = 50;

if (process.argv[2] === 'app') await benchApp(Number(process.argv[3]));
else await benchViewers(Math.max(MIN_ROUNDS, Number(process.argv[2]) || 0));

async function benchViewers(rounds) {
  const folder = join(import.meta.dirname, 'bench-viewer');
  installPeers(folder);
  const served = await serveBench({
    root: join(folder, 'page'),
    files: { '/model.glb': await makeModel(HEAVY_MODEL), '/small.glb': await makeModel(LIGHT_MODEL) },
    peers: join(folder, 'node_modules'),
    inWorker: latencyProbe,
  });
  const browser = await openBenchBrowser();
  try {
    const loads = [];
    const latencies = [];
    for (let round = 1; round <= rounds; round++) {
      for (const contender of LOADERS) loads.push(await measureLoad(browser, served.origin, contender));
      for (const contender of PLACES) latencies.push(await measureLatency(browser, served.origin, contender));
      console.log(`round ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
    }
    report(loads, latencies, rounds);
  } finally {
    await browser.close();
    await served.close();
  }
}

function report(loads, latencies, rounds) {
  const median = (results, contender, metric) => {
    const values = results.filter((one) => one.contender === contender).map((one) => one[metric]);
    return values.sort((a, b) => a - b)[values.length >> 1];
  };
  const all = (contender, metric) =>
    loads.filter((one) => one.contender === contender).map((one) => one[metric].toFixed(0));

  console.log(`\nMedians of ${rounds}, milliseconds\n`);
  row('', 'longest task', 'longest gap', 'held > 50', 'first frame');
  for (const contender of LOADERS) {
    const metrics = ['longestTaskMs', 'longestGapMs', 'blockingMs', 'firstFrameMs'];
    row(NAMES[contender], ...metrics.map((metric) => median(loads, contender, metric).toFixed(0)));
  }
  console.log('');
  row('', 'input to submit', '95 of 100');
  for (const contender of PLACES) {
    const metrics = ['p50Ms', 'p95Ms'];
    row(NAMES[contender], ...metrics.map((metric) => median(latencies, contender, metric).toFixed(1)));
  }

  console.log('\nTargets\n');
  target(
    `longest task of the page, ms (${all('worker', 'longestTaskMs').join(', ')})`,
    median(loads, 'worker', 'longestTaskMs'),
    MAX_TASK_MS,
  );
  for (const peer of LOADERS.slice(1)) {
    const share = (metric) => median(loads, 'worker', metric) / median(loads, peer, metric);
    target(`longest gap of the event loop, of ${NAMES[peer]}`, share('longestGapMs'), 0.1);
  }
  for (const peer of LOADERS.slice(1)) {
    const share = median(loads, 'worker', 'firstFrameMs') / median(loads, peer, 'firstFrameMs');
    target(`first frame, of ${NAMES[peer]}`, share, 1);
  }
  target(
    'input to submit, of ours on the page',
    median(latencies, 'worker', 'p50Ms') / median(latencies, 'page', 'p50Ms'),
    1,
  );
}

function row(name, ...cells) {
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(17)).join(''));
}

function target(name, value, most) {
  const verdict = value <= most ? '' : ', MISSED';
  console.log(
    `${name.padEnd(68)} ${value.toFixed(value < 10 ? 2 : 0).padStart(6)}  (at most ${most}${verdict})`,
  );
}
