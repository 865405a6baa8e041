import { loadavg } from 'node:os';
import { join } from 'node:path';
import { makeParts } from './bench-parts/make-parts.mjs';
import { benchApp } from './bench-viewer/bench-app.mjs';
import { measureLoad } from './bench-viewer/measure-load.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';

/**
 * `npm run bench:parts [rounds]`: what models of very many parts cost, from their bytes to the first frame on the screen,
 * in tasks of the page and in frames of an orbit, against plain three.js on the page without shadows and reflections. Rounds alternate and the
 * medians count: trust the ratios, on a machine that does nothing else. Never fails for a figure.
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
const TURNED_FRAMES = 20;

if (process.argv[2] === 'app') {
  const models = Object.entries(MODELS).map(([name, shape]) => [name, makeParts(shape)]);
  await benchApp(Number(process.argv[3]), Object.fromEntries(models));
} else await benchViewer(Math.max(MIN_ROUNDS, Number(process.argv[2]) || 0));

async function benchViewer(rounds) {
  const names = Object.keys(MODELS);
  const served = await serveBench({
    root: join(import.meta.dirname, 'bench-viewer/page'),
    files: Object.fromEntries(names.map((name, index) => [`/${index}.glb`, makeParts(MODELS[name])])),
    peers: '',
  });
  const browser = await openBenchBrowser({ isPage: true });
  const results = [];
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [index, name] of names.entries()) {
        for (const contender of CONTENDERS) {
          results.push({
            name,
            ...(await measureLoad(browser, served.origin, contender, `/${index}.glb`, TURNED_FRAMES)),
          });
        }
      }
      console.log(`round ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
    }
  } finally {
    await browser.close();
    await served.close();
  }

  console.log(`\nMedians of ${rounds}, milliseconds\n`);
  const cells = (values) => values.map((value) => String(value).padStart(16)).join('');
  console.log(
    ' '.repeat(28) +
      cells(['first frame', 'of plain', 'longest task', 'of plain', 'orbit frame', 'of plain']),
  );
  for (const name of names) {
    const median = (contender, metric) =>
      results
        .filter((one) => one.name === name && one.contender === contender)
        .map((one) => one[metric])
        .sort((a, b) => a - b)[rounds >> 1];
    const both = (metric) => {
      const ours = median('worker', metric);
      return [ours.toFixed(0), (ours / median('plain', metric)).toFixed(2)];
    };
    console.log(
      name.padEnd(28) + cells([...both('firstFrameMs'), ...both('longestTaskMs'), ...both('turnFrameMs')]),
    );
  }
}
