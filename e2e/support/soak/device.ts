import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type MortalBrowser, openMortalBrowser } from '../../../tests/support/fault-rig/mortal-browser.ts';
import { knowTutorial } from '../browser.ts';
import { keepPage } from '../keep-failures.ts';
import { enter } from '../open-story.ts';

/** A stage in software, and a machine that does other things, take their time. */
const PATIENCE_MS = 90_000;
/** Nobody can sign in while there is no server: whoever tried so long tries again later. */
const SIGN_IN_MS = 20_000;
const SIZE = { width: 1600, height: 900 };

/** What a page did not do though nobody stopped it begins with this. */
export const STUCK = 'Stuck';
/** A page asks who its person is: nothing is lost, and whoever waits asks for the tab again, which signs in. */
export const SESSION_ENDED = 'The session ended.';

/** What of a device's own storage the invariants speak of. */
export interface Kept {
  /** The open project's settings, as the device has them. */
  readonly settings: {
    readonly name: string;
    readonly positive_prompt: string;
    readonly model_hash: string | null;
    readonly model_materials: readonly { readonly metalness: number | null }[];
    readonly camera_views: readonly {
      readonly uuid: string;
      readonly name: string;
      readonly model_hash: string | null;
    }[];
  };
  /** Strokes of its light-map sketches, of all models. */
  readonly strokes: readonly string[];
  /** What waits for the server or was refused: kind and state. */
  readonly outbox: readonly { readonly kind: string; readonly state: string; readonly failure: unknown }[];
  /** Prompts of orders that this device has not handed to the server yet. */
  readonly orders: readonly string[];
}

/** A tab as it is now: whatever is asked of it fails once it is gone, or loaded again. */
export interface Tab {
  /** Name of its device. */
  readonly device: string;
  readonly page: Page;
  kept(): Promise<Kept>;
  /** Resolves when it shows this. @throws Error with {@link STUCK}, what the page shows and what it has. */
  shows(button: string): Promise<void>;
  /** Until the device has what is wanted. @throws Error with {@link STUCK} when it takes too long. */
  until(isSo: (kept: Kept) => boolean | Promise<boolean>): Promise<void>;
}

/** A person's device: a browser with a profile of its own, which may be killed, and the tabs in it. */
export interface Device {
  readonly name: string;
  /** What pages of it threw, but for what a killed one left. */
  readonly errors: string[];
  /** A tab that shows the person's project; opened, or the browser with it, where there is none. */
  page(): Promise<Page>;
  /** That of {@link page}. */
  tab(): Promise<Tab>;
  /** A second tab beside the first; where there are two, the older one is closed. */
  openTab(): Promise<void>;
  /** Ends the process of a tab, with whatever it was about to do. */
  crashTab(): Promise<void>;
  reload(): Promise<void>;
  /** SIGKILL to the browser. */
  kill(): Promise<void>;
  /** What its clock is wrong by from now on, milliseconds. */
  setClock(skew: number): Promise<void>;
  kept(): Promise<Kept>;
  close(): Promise<void>;
}

/** @param profile Folder of its own. @param url By which it reaches the product. */
export function openDevice(name: string, profile: string, url: string, email: string): Device {
  let browser: MortalBrowser | null = null;
  let tabs: Page[] = [];
  let skew = 0;
  const errors: string[] = [];

  const openBrowser = async (): Promise<MortalBrowser> => {
    const opened = await openMortalBrowser(profile, SIZE);
    opened.context.setDefaultTimeout(PATIENCE_MS);
    await knowTutorial(opened.context);
    await opened.context.addInitScript(moveClock);
    return opened;
  };
  const openTab = async (): Promise<Page> => {
    browser ??= await openBrowser();
    const page = await browser.context.newPage();
    page.on('pageerror', (error) => errors.push(`${name}: ${error.stack ?? error.message}`));
    page.on('crash', () => {
      tabs = tabs.filter((each) => each !== page);
    });
    tabs.push(page);
    try {
      await page.goto(url);
    } catch (error) {
      // Loaded again while it was opened: it stays the empty page that it was, and nobody's.
      tabs = tabs.filter((each) => each !== page);
      await page.close().catch(() => {});
      throw error;
    }
    await ready(page);
    return page;
  };
  /**
   * Signs in where the page asks for it: a browser that was killed comes back with the cookie that it last wrote to its disk,
   * and one that was replaced since, or whose answer was lost for longer than a minute, ends the session (A9).
   */
  const ready = async (page: Page): Promise<void> => {
    await setSkew(page);
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    const asks = page.locator('input[type=password]');
    try {
      await prompt.or(asks).first().waitFor();
      const end = Date.now() + SIGN_IN_MS;
      while (!(await prompt.isVisible())) {
        if (Date.now() > end && (await asks.isVisible())) throw new Error(SESSION_ENDED);
        if (await asks.isVisible()) await enter(page, email);
        // An answer may be lost, which the page says: whoever wants in presses once more.
        await prompt.or(page.getByRole('alert')).first().waitFor();
        await pause(50);
      }
    } catch (error) {
      if (!page.isClosed() && !isOut(error)) await keepPage(page, name);
      throw error;
    }
  };
  const setSkew = (page: Page): Promise<void> =>
    page.evaluate((value) => {
      (globalThis as { clockSkew?: number }).clockSkew = value;
    }, skew);
  const live = (): Page | undefined => tabs.findLast((page) => !page.isClosed());

  return {
    name,
    errors,
    page: async () => live() ?? openTab(),
    async openTab() {
      if (tabs.length > 1) await tabs.shift()?.close();
      await openTab().catch((error: unknown) => {
        if (!isOut(error)) throw error;
      });
    },
    async crashTab() {
      const page = live();
      if (page === undefined || browser === null) return;
      tabs = tabs.filter((each) => each !== page);
      const session = await browser.context.newCDPSession(page);
      // It answers nothing any more.
      void session.send('Page.crash').catch(() => {});
      await page.waitForEvent('crash').catch(() => {});
      await page.close().catch(() => {});
    },
    async reload() {
      const page = live();
      if (page === undefined) return;
      try {
        await page.reload();
        await ready(page);
      } catch (error) {
        // Its process may be ending, of what was done to it just before; or nobody can sign in now.
        const isPassing = /ERR_ABORTED|crashed|Not attached/.test(String(error));
        if (!page.isClosed() && tabs.includes(page) && !isPassing && !isOut(error)) throw error;
      }
    },
    async kill() {
      tabs = [];
      await browser?.kill();
      browser = null;
    },
    async setClock(value) {
      skew = value;
      for (const page of tabs) await setSkew(page).catch(() => {});
    },
    kept: async () => readKept(live() ?? (await openTab())),
    async tab() {
      const page = live() ?? (await openTab());
      // A session that has ended since.
      await ready(page);
      const loadedAt = () => page.evaluate(() => performance.timeOrigin);
      const asItWas = await loadedAt();
      return {
        device: name,
        page,
        kept: () => readKept(page),
        async shows(button) {
          try {
            await page.getByRole('button', { name: button }).waitFor();
          } catch (error) {
            await keepPage(page, name);
            const buttons = await page
              .getByRole('button', { name: /^Save/ })
              .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
            const unsaved = await readUnsaved(page);
            throw new Error(`${STUCK}: device ${name} shows ${buttons}, not ${button}; unsaved: ${unsaved}`, {
              cause: error,
            });
          }
        },
        async until(isSo) {
          const end = Date.now() + PATIENCE_MS;
          while (!(await isSo(await readKept(page)))) {
            if ((await loadedAt()) !== asItWas) throw new Error('The tab was loaded again.');
            if (await page.locator('input[type=password]').isVisible()) {
              throw new Error(SESSION_ENDED);
            }
            if (Date.now() > end) {
              await keepPage(page, name);
              const kept = JSON.stringify(await readKept(page)).replace(/data:image[^"]*/g, '');
              throw new Error(`${STUCK}: device ${name} did not keep what was done. It has ${kept}`);
            }
            await pause(50);
          }
        },
      };
    },
    async close() {
      tabs = [];
      await browser?.close();
      browser = null;
    },
  };
}

/** Whether it is that a page asks who its person is. */
function isOut(error: unknown): boolean {
  return error instanceof Error && error.message === SESSION_ENDED;
}

/** In the page, before anything of it: its clock is wrong by what `clockSkew` says. */
function moveClock(): void {
  const real = Date;
  const skew = () => (globalThis as { clockSkew?: number }).clockSkew ?? 0;
  globalThis.Date = new Proxy(real, {
    construct: (target, given: unknown[]) =>
      Reflect.construct(target, given.length === 0 ? [real.now() + skew()] : given),
    get: (target, key) => (key === 'now' ? () => real.now() + skew() : Reflect.get(target, key)),
  });
}

/** What of the open project the device has otherwise than the server, as far as it knows. */
function readUnsaved(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const open = indexedDB.open('vitrine');
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const all = open.result.transaction('projects').objectStore('projects').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    open.result.close();
    const rows = all.result as { openedAt: number; settings: object; saved: object }[];
    const newest = rows.toSorted((a, b) => b.openedAt - a.openedAt)[0];
    if (newest === undefined) return 'nothing';
    const differences: string[] = [];
    const compare = (path: string, here: unknown, there: unknown): void => {
      if (JSON.stringify(here) === JSON.stringify(there)) return;
      const isDeep = here !== null && there !== null && typeof here === 'object' && typeof there === 'object';
      if (!isDeep) {
        differences.push(`${path} ${JSON.stringify(here)} (saved: ${JSON.stringify(there)})`);
        return;
      }
      for (const key of new Set([...Object.keys(here), ...Object.keys(there)])) {
        const of = (side: object): unknown => (side as Record<string, unknown>)[key];
        compare(`${path}.${key}`, of(here), of(there));
      }
    };
    compare('settings', newest.settings, newest.saved);
    return differences.join('\n');
  });
}

function readKept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('vitrine'));
    const read = <T>(store: string): Promise<T[]> =>
      done(database.transaction(store).objectStore(store).getAll() as IDBRequest<T[]>);
    const projects = await read<{ key: string; openedAt: number; settings: Kept['settings'] }>('projects');
    const sketches = await read<{ projectKey: string; steps: { id: string; kind: string }[] }>('sketches');
    const outbox = await read<{
      state: string;
      failure: unknown;
      work: { kind: string; request?: unknown; render?: unknown };
    }>('outbox');
    const drawn = await read<unknown>('deviceRenders');
    database.close();
    const newest = projects.toSorted((a, b) => b.openedAt - a.openedAt)[0];
    if (newest === undefined) throw new Error('The device has no project.');
    // An order says its prompt wherever it is kept; marks are unique.
    const orders = [...JSON.stringify([outbox.map(({ work }) => work), drawn]).matchAll(/order-\d+/g)];
    return {
      settings: newest.settings,
      strokes: sketches
        .filter(({ projectKey }) => projectKey === newest.key)
        .flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'stroke').map(({ id }) => id)),
      outbox: outbox.map(({ work, state, failure }) => ({ kind: work.kind, state, failure })),
      orders: [...new Set(orders.map(([mark]) => mark))],
    };
  });
}
