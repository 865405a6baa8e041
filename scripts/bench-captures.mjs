import { loadavg } from 'node:os';
import { join } from 'node:path';
import { makeModel } from './bench-viewer/make-model.mjs';
import { CATEGORIES, tasksOf } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';

/**
 * `npm run bench:captures [rounds]`: what taking and handing out pictures costs. Snapshot, four masks and the passes of a
 * model of half a million triangles at 1024 px, encoded, against plain three.js on the page, which has neither shadows
 * nor reflections nor an outline; masks made binary by the
 * kernel, against the loop that everybody writes and that loop on a canvas; a bundle of 60 files and 200 MB, against
 * JSZip on the page, with the page's longest task. Rounds alternate and the medians count: trust the ratios, on a machine
 * that does nothing else. Never fails for a figure.
 */
const CONTENDERS = ['ours', 'plain'];
const KERNELS = ['kernel', 'loop', 'canvas', 'copy'];
const EDGES_PX = [1024, 4096];
const MIN_ROUNDS = 3;
const KERNEL_ROUNDS = 9;
const BUNDLE = { files: 60, fileBytes: Math.round(200e6 / 60) };
const MAX_TASK_MS = 16;
/** 501,120 triangles of four materials. */
const MODEL = { around: 145, along: 144, texturePx: 64 };

const rounds = Math.max(MIN_ROUNDS, Number(process.argv[2]) || 0);
const served = await serveBench({
  root: join(import.meta.dirname, 'bench-captures/page'),
  files: { '/model.glb': await makeModel(MODEL) },
});
const browser = await openBenchBrowser();
const captures = [];
const bundles = [];
const masks = [];
const kernels = new Map();
try {
  for (let round = 1; round <= rounds; round++) {
    for (const contender of CONTENDERS) {
      await onPage(async (page) => {
        await page.evaluate((name) => window.bench.show(name, '/model.glb'), contender);
        captures.push({ contender, ...(await page.evaluate(() => window.bench.capture())) });
        if (contender === 'ours') masks.push(await page.evaluate(() => window.bench.ids()));
      });
      await onPage(async (page) => bundles.push({ contender, ...(await measureBundle(page, contender)) }));
    }
    console.log(`round ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
  }
  for (const edgePx of EDGES_PX) {
    await onPage(async (page) => {
      const measured = await page.evaluate(
        (args) => window.bench.kernels(...args),
        [edgePx, KERNELS, KERNEL_ROUNDS],
      );
      const impure = await page.evaluate((edge) => window.bench.impure(edge), edgePx);
      kernels.set(edgePx, { ...measured, impure });
    });
  }
  report();
} finally {
  await browser.close();
  await served.close();
}

/** Runs on a new page, so that no code is compiled and nothing is cached. */
async function onPage(work) {
  const page = await browser.newPage();
  try {
    await page.goto(`${served.origin}/`);
    await page.waitForFunction(() => 'bench' in window);
    await work(page);
  } finally {
    await page.close();
  }
}

/** Milliseconds of packing, and the page's longest task meanwhile by the clock and by the processor's time. */
async function measureBundle(page, contender) {
  await page.evaluate(({ files, fileBytes }) => window.bench.prepare(files, fileBytes), BUNDLE);
  await browser.startTracing(page, { categories: CATEGORIES });
  const packed = await page.evaluate((name) => window.bench.pack(name), contender);
  const tasks = tasksOf(JSON.parse(await browser.stopTracing()).traceEvents);
  const longest = (metric) => Math.max(0, ...tasks.map((task) => task[metric]));
  return { ...packed, wallMs: longest('wallMs'), cpuMs: longest('cpuMs') };
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function report() {
  const median = (results, contender, metric) =>
    middle(results.filter((one) => one.contender === contender).map((one) => one[metric]));
  const row = (name, cells) =>
    console.log(name.padEnd(50) + cells.map((cell) => String(cell).padStart(12)).join(''));
  const both = (name, results, metric) =>
    row(
      name,
      CONTENDERS.map((contender) => median(results, contender, metric).toFixed(0)),
    );

  console.log(`\nMedians of ${rounds}, milliseconds\n`);
  row('', ['ours', 'plain']);
  both('snapshot, four masks and passes at 1024', captures, 'tookMs');
  both('pictures that gives', captures, 'count');
  both('the page is held at most', captures, 'heldMs');
  both('60 files, 200 MB, into a ZIP', bundles, 'tookMs');
  both('longest task of the page, clock', bundles, 'wallMs');
  both("longest task of the page, processor's time", bundles, 'cpuMs');
  console.log('');
  row('a mask made binary', KERNELS);
  for (const [edgePx, { found, isWasm, isSame }] of kernels) {
    const name = `${edgePx} × ${edgePx}${isWasm ? '' : ', WITHOUT WASM'}${isSame ? '' : ', OTHER BYTES'}`;
    row(
      name,
      KERNELS.map((kernel) => middle(found[kernel]).toFixed(2)),
    );
  }
  const share = middle(masks.map(({ idsMs, masksMs }) => idsMs / masksMs));
  console.log(
    `\nOf four masks from an ID pass, telling the slots takes ${(100 * share).toFixed(0)} %, encoding the rest.`,
  );

  console.log('\nTargets\n');
  const ratio = (results, metric) => median(results, 'ours', metric) / median(results, 'plain', metric);
  target('captures, of plain three.js on the page', ratio(captures, 'tookMs'), null);
  target('the page is held meanwhile, of the same', ratio(captures, 'heldMs'), null);
  for (const [edgePx, { found, impure }] of kernels) {
    const times = (peer) => middle(found[peer]) / middle(found.kernel);
    atLeast(`kernel at ${edgePx}, times the canvas code`, times('canvas'), 20);
    atLeast(`kernel at ${edgePx}, times the plain loop`, times('loop'), 10);
    target(`kernel at ${edgePx}, of a copy of the buffer`, 1 / times('copy'), null);
    target(`values between at ${edgePx} (of ${impure[0]} before)`, impure[1], 0);
  }
  target('bundle, of JSZip on the page', ratio(bundles, 'tookMs'), null);
  target("longest task of the page, processor's time, ms", median(bundles, 'ours', 'cpuMs'), MAX_TASK_MS);
  target('longest task of the page, clock, ms', median(bundles, 'ours', 'wallMs'), MAX_TASK_MS);
}

function target(name, value, most) {
  const wanted = most === null ? '' : `  (at most ${most}${value <= most ? '' : ', MISSED'})`;
  console.log(`${name.padEnd(60)} ${value.toFixed(2).padStart(8)}${wanted}`);
}

function atLeast(name, value, least) {
  console.log(
    `${name.padEnd(60)} ${value.toFixed(1).padStart(8)}  (at least ${least}${value >= least ? '' : ', MISSED'})`,
  );
}
