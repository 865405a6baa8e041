import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { openStudio } from './bench-pictures/open-studio.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { serveBench } from './bench-viewer/serve-bench.mjs';

/**
 * `npm run bench:device [--size=1024] [--quality=standard] [--rounds=3]`: the project's sample drawn by Studio in workers of a
 * browser, over the same by the server's threads, two of them each, in turns; whether every pixel is the same; and the page's
 * longest task while workers draw. And for the live view, seconds from a stage that rests to its first whole picture: of the first view,
 * which loads all, and of others after it. And how long one takes to end that is taken back. Ends with a failure only where pixels differ.
 */
const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules/.cache/bench');
const option = (name, otherwise) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const sizePx = Number(option('size', 1024));
const quality = option('quality', 'standard');
const rounds = Number(option('rounds', 3));
const THREADS = 2;
const WANTED = 1.25;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

mkdirSync(cache, { recursive: true });
const { pieces, host } = await openStudio(cache, ['contract/http/render-defaults']);
const { model, views } = JSON.parse(readFileSync(join(root, 'content/sample-project.json'), 'utf8'));
const glb = new Uint8Array(readFileSync(join(root, 'content', model.file)));
const modelHash = createHash('sha256').update(glb).digest('hex');
const { position, target, up, fovDegrees } = views[0];
const recipe = {
  scene: {
    modelHash,
    normalisation: model.normalisation,
    modelTransform: IDENTITY,
    hiddenNodes: [],
    dressings: [],
    toneMapping: 'neutral',
    exposure: 0.6,
    floor: pieces.RENDER_DEFAULTS.floor,
  },
  camera: { position, target, up, fovDegrees },
  background: { kind: 'colour', colour: '#ffffff' },
  style: null,
  passes: { lightmap: null },
  creativity: 0,
  seed: '1',
  batchSize: 1,
  widthPx: sizePx,
  heightPx: sizePx,
  quality,
};

const served = await serveBench({
  root: join(import.meta.dirname, 'bench-device/page'),
  files: { '/model.glb': glb },
});
const browser = await openBenchBrowser({ isPage: true });
const here = [];
const there = [];
try {
  const page = await browser.newPage();
  await page.goto(`${served.origin}/`);
  await page.waitForFunction(() => 'draw' in window);
  for (let round = 0; round < rounds; round++) {
    const onServer = await drawOnServer();
    const onDevice = await page.evaluate((args) => window.draw(...args), [recipe, '/model.glb', THREADS]);
    there.push(onServer.seconds);
    here.push(onDevice.seconds);
    const pixels = (png) => sharp(png).removeAlpha().raw().toBuffer();
    const isSame = (await pixels(onServer.png)).equals(await pixels(Buffer.from(onDevice.picture, 'base64')));
    if (!isSame) process.exitCode = 1;
    console.log(
      `device ${onDevice.seconds.toFixed(1)} s, server ${onServer.seconds.toFixed(1)} s, ` +
        `longest task of the page ${onDevice.longest.toFixed(0)} ms, pixels ${isSame ? 'the same' : 'DIFFER'}`,
    );
  }
  // Around the product, each while the one before it is traced in full size.
  const around = [0, 0.3, 0.6, 0.9].map((angle) => {
    const [x, , z] = position.map((value, axis) => value - target[axis]);
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const from = [target[0] + x * cos + z * sin, position[1], target[2] - x * sin + z * cos];
    return { ...recipe, camera: { ...recipe.camera, position: from } };
  });
  for (const threads of [1, THREADS]) {
    const { views, longest } = await page.evaluate(
      (args) => window.look(...args),
      [around, '/model.glb', threads],
    );
    const [first, ...others] = views.map(({ seconds, widthPx }) => `${seconds.toFixed(2)} s (${widthPx} px)`);
    console.log(
      `live view, ${threads} thread${threads > 1 ? 's' : ''}: first picture after ${first}, of other views ${others.join(', ')}, ` +
        `longest task of the page ${longest.toFixed(0)} ms`,
    );
  }
  const delays = [100, 1_000, 3_000, 6_000];
  const ends = await page.evaluate((args) => window.cancel(...args), [recipe, '/model.glb', THREADS, delays]);
  console.log(
    `taken back after ${delays.map((ms) => ms / 1000).join(', ')} s: ended after ${ends.map((ms) => ms.toFixed(0)).join(', ')} ms (at most 300 wanted)`,
  );
} finally {
  await browser.close();
  await served.close();
}
const ratio = middle(here) / middle(there);
console.log(`device over server, ${sizePx} px, ${quality}: ${ratio.toFixed(2)} (at most ${WANTED} wanted)`);

async function drawOnServer() {
  const begun = performance.now();
  const events = host.trace(
    { spec: recipe, files: new Map([[modelHash, glb]]) },
    new AbortController().signal,
  );
  let png = null;
  for await (const event of events) if (event.kind === 'image') png = event.png;
  return { seconds: (performance.now() - begun) / 1000, png };
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
