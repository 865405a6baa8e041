import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODEL, signUp } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run bench:orbit [rounds]`: pictures that the stage draws while a mouse orbits the sample, in the middle of what the live
 * view traces, over the same without it, in turns. Never fails for a figure.
 */
const MOVES = 90;
const MOVE_MS = 20;
/** What the live view is let trace before the orbit begins, milliseconds. */
const TRACED_MS = 2_500;

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const rounds = Math.max(1, Number(process.argv[2]) || 5);
const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const product = await startProduct(join(folder, 'data'));
const browser = await openBenchBrowser({ isPage: true });
try {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    locale: 'en-GB',
    deviceScaleFactor: 0.5,
    serviceWorkers: 'block',
  });
  await context.route(/viewer-worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${countPictures})();\n${await response.text()}` });
  });
  const page = await context.newPage();
  await signUp(page, product.url);
  await page.locator(MODEL).waitFor({ timeout: 120_000 });
  const live = page.getByRole('button', { name: 'Live view' });
  const counts = { without: [], beside: [] };
  for (let round = 1; round <= rounds; round++) {
    counts.without.push(await orbit(page));
    await live.click();
    await page
      .getByRole('region', { name: 'Live view' })
      .getByText(/samples/)
      .waitFor({ timeout: 120_000 });
    await page.waitForTimeout(TRACED_MS);
    counts.beside.push(await orbit(page));
    await live.click();
    await page.waitForTimeout(1_000);
    console.log(
      `round ${round}: ${counts.without.at(-1)} pictures without the live view, ${counts.beside.at(-1)} beside it (load average ${loadavg()[0].toFixed(1)})`,
    );
  }
  const ratio = middle(counts.beside) / middle(counts.without);
  console.log(`pictures beside the live view over those without it, medians: ${ratio.toFixed(2)}`);
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Pictures that the stage drew while a hand went across it. */
async function orbit(page) {
  const box = await page.getByRole('application', { name: '3D stage' }).boundingBox();
  const [x, y] = [box.x + box.width * 0.3, box.y + box.height * 0.5];
  const viewer = page.workers().find((worker) => worker.url().includes('viewer-worker'));
  const drawn = () => viewer.evaluate(() => globalThis.drawnPictures);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await drawn();
  const begun = performance.now();
  for (let move = 1; move <= MOVES; move++) {
    await page.mouse.move(x + move * 3, y);
    const wait = begun + move * MOVE_MS - performance.now();
    if (wait > 0) await page.waitForTimeout(wait);
  }
  const count = (await drawn()) - before;
  await page.mouse.up();
  return count;
}

/** In the viewer's worker, before its script: whatever it draws in one go is one picture. */
function countPictures() {
  globalThis.drawnPictures = 0;
  let isDrawing = false;
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced']) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...values) {
      if (!isDrawing) {
        isDrawing = true;
        globalThis.drawnPictures += 1;
        queueMicrotask(() => {
          isDrawing = false;
        });
      }
      return draw.apply(this, values);
    };
  }
}
