import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBoxes } from '../support/box-model.ts';
import { launchChromium, type TestBrowser } from '../support/browser.ts';
import type { Pixels } from '../support/pixels.ts';
import {
  base64,
  captureOf,
  MODES,
  openViewerPage,
  openViewerTests,
  runAtViewer,
  showModel,
} from '../support/viewer-page.ts';

const RED = { name: 'red', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] } as const;
const GREEN = { name: 'green', size: [2, 2, 2], centre: [1.5, 0, 3], colour: [0.02, 0.8, 0.02, 1] } as const;

let tests: TestBrowser;
let page: Page;
/** Its graphics process is killed, which takes the pictures of all its pages. */
let mortal: Browser;
beforeAll(async () => {
  tests = await openViewerTests();
  mortal = await launchChromium();
});
afterAll(async () => {
  await mortal.close();
  await tests.close();
});

/** The viewer's canvas contexts become reachable as `contexts` where it runs. */
async function openWatched(query: string, browser = tests.browser): Promise<Page> {
  const watch = () => {
    for (const canvas of [globalThis.OffscreenCanvas, globalThis.HTMLCanvasElement]) {
      if (canvas === undefined) continue;
      const original = canvas.prototype.getContext as (...args: unknown[]) => unknown;
      canvas.prototype.getContext = function (this: unknown, ...args: unknown[]) {
        const context = original.apply(this, args);
        const contexts = ((globalThis as { contexts?: unknown[] }).contexts ??= []);
        if (String(args[0]).startsWith('webgl')) contexts.push(context);
        return context;
      } as never;
    }
  };
  const opened = await browser.newPage({ viewport: { width: 360, height: 360 } });
  await opened.addInitScript(watch);
  await opened.route(/viewer-worker.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n(${watch})();` });
  });
  await opened.goto(`${tests.origin}/${query}`);
  await opened.evaluate(() => window.harness.viewer.graphics());
  return opened;
}

const loseContext = (isRestored: boolean) =>
  runAtViewer(
    page,
    isRestored
      ? () => {
          const { contexts } = globalThis as unknown as { contexts: WebGL2RenderingContext[] };
          const extension = contexts.at(-1)?.getExtension('WEBGL_lose_context');
          extension?.loseContext();
          setTimeout(() => extension?.restoreContext());
        }
      : () => {
          const { contexts } = globalThis as unknown as { contexts: WebGL2RenderingContext[] };
          contexts.at(-1)?.getExtension('WEBGL_lose_context')?.loseContext();
        },
  );
const eventCount = () => page.evaluate(() => window.harness.events.length);
const mode = async () => (await page.evaluate(() => window.harness.viewer.graphics())).mode;

/** A dressed scene before a picture, seen from the side, one part hidden. */
async function furnish(): Promise<void> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#204080' } })
    .png()
    .toBuffer();
  const wood = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c0a020' } })
    .png()
    .toBuffer();
  await showModel(page, makeBoxes([RED, GREEN, { ...GREEN, centre: [-3, 0, 0] }]), [6, 4, 12]);
  await page.evaluate(
    async ([background, texture]) => {
      const { api } = window.harness.viewer;
      await api.setHiddenNodes([2]);
      await api.setBackground({
        kind: 'image',
        image: window.harness.blob(background, 'image/png'),
        fidelity: 1,
      });
      await window.harness.dressLibrary(0, texture, { metalness: 0.8, roughness: 0.2 });
    },
    [base64(picture), base64(wood)] as const,
  );
}

function worstDifference(a: Pixels | null, b: Pixels | null): number {
  let worst = a === null || b === null ? Number.NaN : 0;
  for (let at = 0; at < (a?.data.length ?? 0); at++) {
    const difference = Math.abs((a?.data[at] ?? 0) - (b?.data[at] ?? 0));
    if (difference > worst) worst = difference;
  }
  return worst;
}

/**
 * Lets the page wait without end for the context that it has: how long a graphics process takes to start only the machine
 * knows, and after 3 s another canvas would ask for the scene.
 */
const waitForContext = () =>
  page.evaluate(() => {
    const start = window.setTimeout as (act: TimerHandler, ms?: number) => number;
    const startShort = (act: TimerHandler, ms = 0): number => (ms < 3_000 ? start(act, ms) : 0);
    window.setTimeout = startShort as typeof setTimeout;
  });

async function expectSamePicture(lose: () => Promise<unknown>): Promise<void> {
  await furnish();
  const wanted = ['snapshot', 'ids'] as const;
  const before = await captureOf(page, wanted);
  const pose = await page.evaluate(() => window.harness.viewer.api.camera());
  const from = await eventCount();
  await waitForContext();
  await lose();
  await page.evaluate((since) => window.harness.wait('contextRestored', since), from);
  const after = await captureOf(page, wanted);
  expect(worstDifference(before.snapshot, after.snapshot)).toBeLessThan(6);
  expect(worstDifference(before.ids, after.ids)).toBe(0);
  expect(await page.evaluate(() => window.harness.viewer.api.camera())).toEqual(pose);
}

describe.each(MODES)('in the %s', (name, query) => {
  test('a lost context comes back with scene, camera, dressings and reflections', async () => {
    page = await openWatched(query);
    expect(await mode()).toBe(name);
    await expectSamePicture(() => loseContext(true));
    await page.close();
  });

  test('so it does when the graphics process is killed', async () => {
    page = await openWatched(query, mortal);
    const session = await mortal.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const graphics = processInfo.find(({ type }) => type === 'GPU');
    expect(graphics).toBeDefined();
    await expectSamePicture(async () => process.kill(graphics?.id ?? 0, 'SIGKILL'));
    await page.close();
  });

  test('a context that stays lost gets a new canvas, which asks for its scene', async () => {
    page = await openWatched(query);
    await furnish();
    const before = await captureOf(page, ['snapshot']);
    const from = await eventCount();
    await loseContext(false);
    await page.evaluate((since) => window.harness.wait('needsScene', since), from);
    await furnish();
    const after = await captureOf(page, ['snapshot']);
    expect(worstDifference(before.snapshot, after.snapshot)).toBeLessThan(6);
    expect(await page.locator('canvas').count()).toBe(1);
    await page.close();
  });
});

test('a worker that crashes is followed by another, then by the page, then by a clear word', async () => {
  page = await openWatched('');
  // Failures count together for a minute, in which a slow machine does not get to the third.
  await page.evaluate(() => {
    const start = Date.now();
    Date.now = () => start;
  });
  const crash = async () => {
    const from = await eventCount();
    await runAtViewer(page, () => {
      setTimeout(() => {
        throw new Error('crash');
      });
    });
    await page.evaluate((since) => window.harness.wait('needsScene', since), from);
  };
  const isDrawn = async () => {
    await furnish();
    return (await captureOf(page, ['ids'])).ids !== null;
  };
  await crash();
  const kinds = await page.evaluate(() => window.harness.events.map(({ kind }) => kind));
  // Whoever reads of the stage knows before the new one answers that it is empty.
  expect(kinds.filter((kind) => kind === 'sceneLost' || kind === 'needsScene')).toEqual([
    'sceneLost',
    'needsScene',
  ]);
  expect(await mode()).toBe('worker');
  expect(await isDrawn()).toBe(true);
  await crash();
  expect(await mode()).toBe('page');
  expect(await isDrawn()).toBe(true);
  expect(page.workers().filter((worker) => worker.url().includes('viewer-worker'))).toHaveLength(0);
  const from = await eventCount();
  await loseContext(false);
  const { reason } = await page.evaluate((since) => window.harness.wait('fatal', since), from);
  expect(reason).toBe('the graphics context stayed lost');
  const failure = await page.evaluate(() =>
    window.harness.viewer.api.camera().catch((error: { failure?: object }) => error.failure),
  );
  expect(failure).toEqual({ code: 'graphics-unavailable', reason });
  // Whoever tries again starts with a clean record.
  const again = await eventCount();
  await page.evaluate(() => window.harness.viewer.restart());
  await page.evaluate((since) => window.harness.wait('needsScene', since), again);
  expect(await mode()).toBe('worker');
  expect(await isDrawn()).toBe(true);
  await page.close();
});

test('a worker whose words cannot be read is replaced', async () => {
  page = await openViewerPage(tests, '', undefined, () => {
    const started: Worker[] = [];
    const Original = globalThis.Worker;
    globalThis.Worker = class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        started.push(this);
      }
    };
    Object.assign(globalThis, { started });
  });
  const from = await eventCount();
  await page.evaluate(() => {
    const { started } = globalThis as unknown as { started: Worker[] };
    started.at(-1)?.dispatchEvent(new MessageEvent('messageerror'));
  });
  await page.evaluate((since) => window.harness.wait('needsScene', since), from);
  await showModel(page, makeBoxes([RED]));
  expect((await captureOf(page, ['alpha'])).alpha).not.toBeNull();
  await page.close();
});

test('without OffscreenCanvas, or without WebGL in it, the page draws', async () => {
  page = await openViewerPage(tests, '', undefined, () => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  });
  expect(await mode()).toBe('page');
  await showModel(page, makeBoxes([RED]));
  expect((await captureOf(page, ['alpha'])).alpha).not.toBeNull();
  await page.close();

  const noWebgl = async (query: string) => {
    page = await tests.browser.newPage();
    await page.route(/viewer-worker.*\.js/, async (route) => {
      const response = await route.fetch();
      const refuse = 'OffscreenCanvas.prototype.getContext = () => null;';
      await route.fulfill({ response, body: `${await response.text()}\n${refuse}` });
    });
    await page.goto(`${tests.origin}/${query}`);
  };
  await noWebgl('');
  expect(await mode()).toBe('page');
  await page.close();
  // Asked for by name, the worker is all there is.
  await noWebgl('?viewer=worker');
  const failure = await page.evaluate(() =>
    window.harness.viewer.graphics().catch((error: { failure?: object }) => error.failure),
  );
  expect(failure).toEqual({ code: 'graphics-unavailable', reason: 'no WebGL 2 in a worker' });
  await page.close();
});
