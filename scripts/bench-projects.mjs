import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEAVY_MODEL, makeModel } from './bench-viewer/make-model.mjs';
import { CATEGORIES, drop, signUp, tasksOf } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run bench:projects [rounds]`: the longest tasks of the page of the whole built product while a project with a model
 * of 60 MB is exported as one file and that file is imported: by `longtask`, by the clock, and by the processor's time,
 * which other programs on the machine do not lengthen. Each round has an account of its own. Never fails for a figure.
 */
/** Milliseconds a task of the page may take. */
const MAX_TASK_MS = 50;
/** Wait after an action, until the work that it starts is done. */
const SETTLE_MS = 3_000;

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const rounds = Math.max(1, Number(process.argv[2]) || 3);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const model = join(folder, 'million.glb');
await writeFile(model, await makeModel(HEAVY_MODEL));
const product = await startProduct(join(folder, 'data'));
const browser = await openBenchBrowser({ isPage: true });
try {
  for (let round = 1; round <= rounds; round++) {
    const found = await measure();
    console.log(`\nround ${round} of ${rounds} (load average ${loadavg()[0].toFixed(1)})`);
    for (const [name, result] of Object.entries(found)) report(name, result);
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** One person exports, another one imports. */
async function measure() {
  const path = join(folder, 'million.vitrine.zip');
  const exporting = await withPage(async (page, context) => {
    await drop(context, page, model);
    await page.getByText('million.glb').waitFor();
    await page.getByRole('button', { name: /^Save Project/ }).click();
    await page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor();
    await settle(page);
    return watch(page, async () => {
      await page.getByRole('button', { name: 'Projects', exact: true }).click();
      await page.getByRole('dialog').getByRole('row').first().getByRole('button').click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Export' }).click();
      await (await downloading).saveAs(path);
      await page.getByRole('dialog', { name: /^Export/ }).waitFor({ state: 'detached' });
    });
  });
  const { size } = await stat(path);
  console.log(`\na project file of ${(size / 1e6).toFixed(1)} MB`);
  const importing = await withPage((page, context) =>
    watch(page, async () => {
      await drop(context, page, path);
      await page.getByText('was imported.').waitFor();
    }),
  );
  return { exporting, importing };
}

/** A new person in front of the sample, once nothing of the start goes on. */
async function withPage(work) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(300_000);
  try {
    const page = await context.newPage();
    await signUp(page, product.url);
    await settle(page);
    return await work(page, context);
  } finally {
    await context.close();
  }
}

async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLE_MS);
}

async function watch(page, act) {
  await page.evaluate(() => {
    window.longTaskMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTaskMs = Math.max(window.longTaskMs, duration);
    }).observe({ type: 'longtask' });
  });
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  await page.waitForTimeout(SETTLE_MS);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const tasks = tasksOf(traceEvents);
  if (tasks.length === 0) throw new Error('The trace holds no task');
  return { longTaskMs: await page.evaluate(() => window.longTaskMs), tasks };
}

function report(name, { longTaskMs, tasks }) {
  const longest = Math.max(...tasks.map(({ cpuMs }) => cpuMs));
  const verdict = longest > MAX_TASK_MS ? `above ${MAX_TASK_MS}` : `at most ${MAX_TASK_MS}`;
  console.log(
    `${name}: longest longtask ${longTaskMs.toFixed(0)} ms, by the processor ${longest.toFixed(0)} ms, ${verdict}`,
  );
  for (const { wallMs, cpuMs, atMs, work } of tasks.slice(0, 4)) {
    const [clock, processor] = [wallMs, cpuMs].map((ms) => ms.toFixed(0).padStart(5));
    console.log(`  ${clock} ms, processor ${processor} ms, at ${(atMs / 1_000).toFixed(1)} s: ${work}`);
  }
}
