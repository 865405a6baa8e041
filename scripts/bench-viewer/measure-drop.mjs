import { randomUUID } from 'node:crypto';

const SIZE = { width: 1440, height: 900 };
/** What goes on after the model stands counts for this long. */
const SETTLE_MS = 3_000;
export const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'v8',
  '__metadata',
];
export const MODEL = '[data-model]:not([data-model=""])';
/** How many of the longest tasks are told of. */
const MAX_TASKS = 10;
/** Tasks below this are of no interest, milliseconds. */
const LEAST_MS = 5;
const PATIENCE_MS = 180_000;
/** What an act sets going counts for this long. */
const ACT_MS = 1_500;
/** What a person does with the model afterwards, one after the other. */
const ACTS = {
  'a material taken into the render': (page) =>
    page.locator('[data-material] button[aria-pressed]').first().click(),
  'its undo': (page) => page.keyboard.press('Control+z'),
  'the list of objects': (page) => page.getByRole('tab', { name: /^Objects/ }).click(),
  'the list of materials': (page) => page.getByRole('tab', { name: /^Materials/ }).click(),
  'the model before it, by undo': (page) => page.keyboard.press('Control+z'),
  'the model again': (page) => page.keyboard.press('Control+Shift+z'),
};

/**
 * Signs a new person up and drops a file on their stage, which shows the sample.
 *
 * @returns Milliseconds until the model stands, the longest `longtask`, and the longest tasks of the page's thread; and for
 *   each of {@link ACTS} its longest task, null when it had none worth telling.
 */
export async function measureDrop(browser, url, path) {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', deviceScaleFactor: 1 });
  try {
    const page = await context.newPage();
    await signUp(page, url);
    // The sample is dressed, its views are pictured, the service worker has what it keeps: nothing of the start counts.
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SETTLE_MS * 4);
    const before = await page.locator(MODEL).getAttribute('data-model');
    await page.evaluate(() => {
      window.longTaskMs = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.longTaskMs = Math.max(window.longTaskMs, duration);
      }).observe({ type: 'longtask' });
    });
    await browser.startTracing(page, { categories: CATEGORIES });
    const started = performance.now();
    await drop(context, page, path);
    const isShown = (old) => {
      const shown = document.querySelector('[data-model]').dataset.model;
      return shown !== '' && shown !== old;
    };
    await page.waitForFunction(isShown, before, { timeout: PATIENCE_MS });
    const shownMs = performance.now() - started;
    await page.waitForTimeout(SETTLE_MS);
    const trace = JSON.parse(await browser.stopTracing());
    const longTaskMs = await page.evaluate(() => window.longTaskMs);
    const acts = {};
    for (const [name, act] of Object.entries(ACTS)) {
      await browser.startTracing(page, { categories: CATEGORIES });
      await act(page);
      await page.waitForTimeout(ACT_MS);
      acts[name] = tasksOf(JSON.parse(await browser.stopTracing()).traceEvents)[0] ?? null;
    }
    return { shownMs, longTaskMs, tasks: tasksOf(trace.traceEvents), acts };
  } finally {
    await context.close();
  }
}

/** A new person in front of the sample. Resolves with what they sign in with. */
export async function signUp(page, url) {
  const email = `${randomUUID()}@example.com`;
  // Nobody offers them the tutorial (features/tutorial/tutorial-progress.ts).
  await page.addInitScript(() => {
    const read = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      return key.startsWith('vitrine_tutorial_never_') ? '1' : read.call(this, key);
    };
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
  await page.locator('button[type=submit]').click();
  await page.locator(MODEL).waitFor({ timeout: PATIENCE_MS });
  return email;
}

/** Drops a file on the middle of the page, as a file manager does. */
export async function drop(context, page, path) {
  const client = await context.newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await client.send('Input.dispatchDragEvent', { type, x: SIZE.width / 3, y: SIZE.height / 2, data });
  }
  await client.detach();
}

/** Tasks of the page's own thread, longest first, each with what took most of it. */
export function tasksOf(events) {
  const thread = findPageThread(events);
  const mine = events.filter((event) => event.ph === 'X' && `${event.pid} ${event.tid}` === thread);
  const start = mine.reduce((first, { ts }) => Math.min(first, ts), Number.POSITIVE_INFINITY);
  return (
    mine
      .filter(({ name, dur }) => name === 'RunTask' && dur > LEAST_MS * 1_000)
      .sort((a, b) => b.dur - a.dur)
      // Each is looked up in the whole trace, and a long one has millions of events.
      .slice(0, MAX_TASKS)
      .map((task) => ({
        wallMs: task.dur / 1_000,
        cpuMs: (task.tdur ?? 0) / 1_000,
        atMs: (task.ts - start) / 1_000,
        work: describe(task, mine),
      }))
  );
}

/** The main thread that had the most to do of the renderers of pages that came by HTTP: Chromium has pages of its own. */
function findPageThread(events) {
  const isFetched = ({ args }) => args?.data?.url?.startsWith('http') === true;
  const fetched = new Set(events.filter(isFetched).map(({ pid }) => pid));
  const mains = events.filter(
    ({ name, args, pid }) => name === 'thread_name' && args.name === 'CrRendererMain' && fetched.has(pid),
  );
  const busy = mains.map(({ pid, tid }) => {
    const id = `${pid} ${tid}`;
    return { id, count: events.filter((event) => `${event.pid} ${event.tid}` === id).length };
  });
  return busy.sort((a, b) => b.count - a.count)[0]?.id;
}

const NOISE =
  /^(RunTask|ThreadControllerImpl|ThreadPool|SimpleWatcher|Connector|mojo|Receive |BlinkScheduler|.*::)/;

function describe(task, events) {
  const inside = events
    .filter(
      ({ ts, dur, name }) =>
        ts >= task.ts && ts + dur <= task.ts + task.dur && dur > 500 && !NOISE.test(name),
    )
    .sort((a, b) => b.dur - a.dur)
    .slice(0, 4);
  const name = ({ name, dur, args }) => {
    const { functionName, url, lineNumber, columnNumber } = args?.data ?? {};
    const file = url?.split('/').at(-1);
    const place = file ? ` ${functionName ?? ''} ${file}:${lineNumber}:${columnNumber}` : '';
    return `${name}${place} ${(dur / 1_000).toFixed(0)}`;
  };
  return inside.map(name).join(', ') || 'nothing that has a name';
}
