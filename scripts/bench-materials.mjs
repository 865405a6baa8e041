import { loadavg } from 'node:os';
import { join } from 'node:path';
import { makePhotographs, makeTile, psnr } from './bench-materials/make-images.mjs';
import { measureDressing } from './bench-materials/measure-dressing.mjs';
import { installPeers } from './bench-viewer/install-peers.mjs';
import { HEAVY_MODEL, makeModel } from './bench-viewer/make-model.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';

/**
 * `npm run bench:materials [rounds]`: what dressing costs. A library material on a model of a million triangles until
 * the first frame that shows it, against plain three.js on the page without shadows and reflections; 12 photographs of
 * 4K to WebP, against the canvas on the page one after the other; the average colour of one of them, against
 * fast-average-color, which is installed beside this script at the first run. That colour is of a picture nobody has seen
 * ("cold"), by code that is there, as it is for a person with materials before them; and of the first on a fresh page.
 * Rounds alternate and the medians count: trust the ratios, on a machine that does nothing else. Never fails for a figure.
 */
const CONTENDERS = ['ours', 'plain'];
/** fast-average-color as it comes, and where every pixel counts as it does for us. */
const AVERAGERS = ['ours', 'plain', 'exact'];
const MIN_ROUNDS = 3;
const MATERIALS = 4;
const PHOTOGRAPHS = 12;
/** Photographs whose quality is measured. */
const JUDGED = 3;

const folder = join(import.meta.dirname, 'bench-materials');
const rounds = Math.max(MIN_ROUNDS, Number(process.argv[2]) || 0);
installPeers(folder);

const photographs = await makePhotographs(PHOTOGRAPHS);
const paths = photographs.map((_, index) => `/photograph-${index}.jpg`);
const served = await serveBench({
  root: join(folder, 'page'),
  files: {
    '/model.glb': await makeModel({ ...HEAVY_MODEL, texturePx: 64 }),
    '/tile.jpg': await makeTile(),
    ...Object.fromEntries(paths.map((path, index) => [path, photographs[index]])),
  },
  peers: join(folder, 'node_modules'),
});
const browser = await openBenchBrowser();
const figures = { dressing: [], encoding: [], average: [], fresh: [], quality: [] };
try {
  for (let round = 1; round <= rounds; round++) {
    for (const contender of CONTENDERS) {
      figures.dressing.push(await measureDressing(browser, served.origin, contender, MATERIALS));
      await onPage(async (page) => {
        const { tookMs, shown } = await page.evaluate(
          ([name, files, count]) => window.bench.encode(name, files, count),
          [contender, paths, round === 1 ? JUDGED : 0],
        );
        figures.encoding.push({ contender, tookMs });
        for (const [index, image] of shown.entries()) {
          const decibels = await psnr(photographs[index], Buffer.from(image, 'base64'));
          figures.quality.push({ contender, decibels });
        }
      });
    }
    for (const contender of AVERAGERS) {
      for (const [results, firstPath] of [
        [figures.average, '/tile.jpg'],
        [figures.fresh, null],
      ]) {
        await onPage(async (page) => {
          const found = await page.evaluate(
            (args) => window.bench.average(...args),
            [contender, paths[0], firstPath],
          );
          results.push({ contender, ...found });
        });
      }
    }
    console.log(`round ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
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

function report() {
  const values = (results, contender, metric) =>
    results.filter((one) => one.contender === contender).map((one) => one[metric]);
  const median = (results, contender, metric = 'tookMs') =>
    values(results, contender, metric).sort((a, b) => a - b)[rounds >> 1];
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;

  console.log(`\nMedians of ${rounds}, milliseconds\n`);
  const row = (name, cells) => console.log(name.padEnd(44) + cells.map((cell) => cell.padStart(12)).join(''));
  row('', ['ours', 'plain', 'exact']);
  for (const [name, results, contenders] of [
    ['a material on a million triangles', figures.dressing, CONTENDERS],
    [`${PHOTOGRAPHS} photographs of 4K to WebP`, figures.encoding, CONTENDERS],
    ['average colour, cold', figures.average, AVERAGERS],
    ['average colour, first on a fresh page', figures.fresh, AVERAGERS],
  ]) {
    row(
      name,
      contenders.map((contender) => median(results, contender).toFixed(0)),
    );
  }
  row(
    'average colour',
    AVERAGERS.map((contender) => values(figures.average, contender, 'colour')[0]),
  );
  const quality = CONTENDERS.map((contender) => mean(values(figures.quality, contender, 'decibels')));
  row(
    'quality, dB',
    quality.map((decibels) => decibels.toFixed(2)),
  );

  console.log('\nTargets\n');
  const share = (results, peer = 'plain') => median(results, 'ours') / median(results, peer);
  target('time to the first frame with a material, of plain three.js', share(figures.dressing), null);
  target('photographs to WebP, of the canvas on the page', share(figures.encoding), 0.45);
  target('quality that is lost against it, dB', (quality[1] ?? 0) - (quality[0] ?? 0), 0.1);
  target('average colour, of fast-average-color with every pixel', share(figures.average, 'exact'), 0.25);
  // As it comes it looks at a small copy: reading and decoding the file alone take more than a quarter of that.
  target('average colour, of fast-average-color as it comes', share(figures.average), null);
  target('the same on a fresh page, with every pixel', share(figures.fresh, 'exact'), null);
}

function target(name, value, most) {
  const wanted = most === null ? '' : `  (at most ${most}${value <= most ? '' : ', MISSED'})`;
  console.log(`${name.padEnd(60)} ${value.toFixed(2).padStart(6)}${wanted}`);
}
