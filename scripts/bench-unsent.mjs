import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATEGORIES, signUp, tasksOf } from './bench-viewer/measure-drop.mjs';
import { openBenchBrowser } from './bench-viewer/open-bench-browser.mjs';
import { startProduct } from './bench-viewer/start-product.mjs';

/**
 * `npm run bench:unsent [rows]`: the page's longest tasks, by the clock and by the processor's time, while so many changes wait
 * without a connection: when they come about, while one is added, when their list opens, and when it is scrolled to its end.
 * Never fails for a figure.
 */
const MAX_TASK_MS = 50;
const SETTLE_MS = 3_000;

if (!existsSync('dist/server/main.js')) throw new Error('Build the product first: npm run build');
const count = Math.max(1, Number(process.argv[2]) || 3_000);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const product = await startProduct(join(folder, 'data'));
const browser = await openBenchBrowser({ isPage: true });
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await signUp(page, product.url);
  const name = page.getByRole('textbox', { name: 'Project name' });
  await page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor();
  await context.setOffline(true);
  const rename = async (to) => {
    await name.fill(to);
    await name.press('Enter');
    await page.keyboard.press('Control+s');
  };
  await rename('Without a connection');
  await page.waitForFunction(countRows, 1);
  await measure(page, `${count} rows come about`, () => page.evaluate(multiply, count));
  await measure(page, 'one more edit', () => rename('Renamed once more'));
  await measure(page, 'the list opens', async () => {
    await page.evaluate(() => {
      location.hash = '#unsent';
    });
    await page.getByRole('dialog').waitFor();
  });
  await measure(page, 'it is scrolled to its end', () =>
    page.getByRole('dialog').evaluate(async (dialog) => {
      const scrolled = [...dialog.querySelectorAll('*')].find(
        (element) => element.scrollHeight > element.clientHeight + 1_000,
      );
      for (let step = 1; step <= 20; step++) {
        scrolled?.scrollTo({ top: (scrolled.scrollHeight * step) / 20 });
        await new Promise(requestAnimationFrame);
      }
    }),
  );
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(page, what, act) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  await page.waitForTimeout(SETTLE_MS);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const tasks = tasksOf(traceEvents);
  const clock = tasks[0]?.wallMs ?? 0;
  const processor = Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs));
  console.log(
    `${what.padEnd(28)} longest task ${clock.toFixed(0).padStart(4)} ms, by the processor ${processor.toFixed(0).padStart(4)} ms (at most ${MAX_TASK_MS}; load average ${loadavg()[0].toFixed(1)}): ${tasks[0]?.work ?? ''}`,
  );
}

/** On the page: whether so many rows wait. */
async function countRows(wanted) {
  const open = indexedDB.open('vitrine');
  await new Promise((resolve) => open.addEventListener('success', resolve));
  const asked = open.result.transaction('outbox').objectStore('outbox').count();
  await new Promise((resolve) => asked.addEventListener('success', resolve));
  open.result.close();
  return asked.result >= wanted;
}

/** On the page: the first row that waits, so many times, each under a key of its own; the page is told as by another tab. */
async function multiply(count) {
  const open = indexedDB.open('vitrine');
  await new Promise((resolve) => open.addEventListener('success', resolve));
  const transaction = open.result.transaction('outbox', 'readwrite');
  const store = transaction.objectStore('outbox');
  const all = store.getAll();
  await new Promise((resolve) => all.addEventListener('success', resolve));
  const { seq, ...row } = all.result[0];
  for (let number = 1; number < count; number++) store.add({ ...row, key: crypto.randomUUID() });
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  open.result.close();
}
