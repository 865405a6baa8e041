import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATEGORIES, MODEL, signUp, tasksOf } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run bench:start [rounds]`: what the page of the built product does while it starts: the screen that asks who somebody
 * is, the stage of somebody who is signed in, with the sample, and the same without a connection. Its longest tasks, by the
 * clock and by the processor's time, which other programs on the machine do not lengthen. Each round is a person on a device
 * of their own. Never fails for a figure.
 */
const MAX_TASK_MS = 50;
const SIZE = { width: 1440, height: 900 };
/** What goes on after a start counts for this long, milliseconds. */
const SETTLE_MS = 3_000;
/** A new device keeps all it needs for an offline start within this, milliseconds. */
const KEPT_MS = 20_000;

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const rounds = Math.max(1, Number(process.argv[2]) || 3);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const product = await startProduct(join(folder, 'data'));
const browser = await openBenchBrowser({ isPage: true });
const results = [];
try {
  for (let round = 1; round <= rounds; round++) {
    const starts = await measureStarts();
    results.push(starts);
    console.log(`\nround ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
    for (const [name, { shownMs, requests, tasks }] of Object.entries(starts)) {
      console.log(` ${name}: there after ${(shownMs / 1_000).toFixed(1)} s, ${requests} requests`);
      for (const { wallMs, cpuMs, atMs, work } of tasks.slice(0, 4)) {
        const [clock, processor] = [wallMs, cpuMs].map((ms) => ms.toFixed(0).padStart(5));
        console.log(`  ${clock} ms, processor ${processor} ms, at ${(atMs / 1_000).toFixed(1)} s: ${work}`);
      }
    }
  }
  report();
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Each start of one new person, by its name. */
async function measureStarts() {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', deviceScaleFactor: 1 });
  try {
    const page = await context.newPage();
    const email = page.getByLabel('E-mail');
    const signIn = await measure(page, () => page.goto(product.url), email);
    await page.close();
    const studio = await context.newPage();
    await signUp(studio, product.url);
    await studio.waitForTimeout(KEPT_MS);
    await studio.close();
    await settleGraphics(context);
    const again = await context.newPage();
    const stage = await measure(again, () => again.goto(product.url), again.locator(MODEL));
    await again.close();
    await settleGraphics(context);
    await context.setOffline(true);
    const alone = await context.newPage();
    const offline = await measure(alone, () => alone.goto(product.url), alone.locator(MODEL));
    return { 'sign-in screen': signIn, 'stage with the sample': stage, 'offline start': offline };
  } finally {
    await context.close();
  }
}

/**
 * Waits until the graphics of a page that was closed have ended: seconds, in software, and the next page's first context would
 * wait for them on its own thread (Chromium's `EstablishGpuChannelSync`).
 */
async function settleGraphics(context) {
  const page = await context.newPage();
  await page.evaluate(() => document.createElement('canvas').getContext('webgl')?.finish());
  await page.close();
}

async function measure(page, open, sign) {
  let requests = 0;
  page.on('request', () => requests++);
  await browser.startTracing(page, { categories: CATEGORIES });
  const started = performance.now();
  await open();
  await sign.waitFor({ timeout: 60_000 });
  const shownMs = performance.now() - started;
  await page.waitForTimeout(SETTLE_MS);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  return { shownMs, requests, tasks: tasksOf(traceEvents) };
}

function report() {
  const median = (metric) => results.map(metric).sort((a, b) => a - b)[results.length >> 1];
  console.log(`\nmedians of ${rounds}, milliseconds`);
  for (const name of Object.keys(results[0])) {
    const clock = median((starts) => starts[name].tasks[0]?.wallMs ?? 0);
    const processor = median((starts) => Math.max(0, ...starts[name].tasks.map(({ cpuMs }) => cpuMs)));
    const remark = clock > MAX_TASK_MS ? ', MISSED' : '';
    console.log(
      `${name.padEnd(24)} longest task ${clock.toFixed(0).padStart(4)}, by the processor ${processor.toFixed(0).padStart(4)}  (at most ${MAX_TASK_MS}${remark})`,
    );
  }
}
