import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { CHROMIUM_ARGUMENTS, COMPOSED_WITHOUT_WEBGL } from '../../tests/support/chromium-arguments.ts';
import { leaveContext, watchContext } from './keep-failures.ts';
import { readShims, withoutApis } from './shims.ts';
import { slowDown } from './slow-page.ts';

/**
 * What a story does not ask for otherwise. A stage without a graphics card costs by the pixel, and no story is about how
 * fine it is: what is measured in pixels of a screenshot asks for a ratio of 1. A service worker keeps the whole page
 * anew for every person: stories that go offline, or hear from it, ask for it.
 */
const CHEAP = { deviceScaleFactor: 0.5, serviceWorkers: 'block' } as const;

/** How long anything on a page is waited for: it draws in software beside other tests. Half a minute is usual. */
const PATIENCE_MS = 300_000;

/** The browser of this process. Stories come one after the other, and what it has compiled for one serves the next. */
let shared: Promise<Browser> | null = null;

/**
 * Chromium with software WebGL, as every machine has it. Its people know the product: nobody offers them the tutorial.
 * Other stories use the same one: what a story opens in it is its own, and goes when the story closes it.
 *
 * @param isNew True for somebody who is offered it.
 */
export async function openBrowser(isNew = false): Promise<Browser> {
  const running = await shared?.catch(() => null);
  if (!running?.isConnected()) shared = launch();
  const browser = await shared!;
  const contexts: BrowserContext[] = [];
  const own: Browser = Object.assign(Object.create(browser), {
    newContext: async (options: Parameters<Browser['newContext']>[0]) => {
      const context = await browser.newContext({ ...CHEAP, ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
      slowDown(context);
      await watchContext(context);
      const shims = readShims();
      if (shims.length > 0) await withoutApis(context, shims, options?.serviceWorkers === 'allow');
      context.browser = () => own;
      if (!isNew) await knowTutorial(context);
      return context;
    },
    close: async () => {
      for (const context of contexts) await leaveContext(context);
      await Promise.all(contexts.map((context) => context.close()));
    },
  });
  return own;
}

async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: run the tests by `npm test`.');
  const log = join(tmpdir(), `vitrine-chromium-${randomUUID()}.log`);
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_ARGUMENTS, COMPOSED_WITHOUT_WEBGL, '--enable-logging', `--log-file=${log}`],
  });
  // No story ends it: whoever reads of a page that was closed sees here what it died of.
  browser.on('disconnected', () => console.error(`Chromium ended by itself:\n${lastWords(log)}`));
  process.once('exit', () => rmSync(log, { force: true }));
  return browser;
}

/** The end of its log, without what every start says for want of a desktop, and without what pages said. */
function lastWords(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return lines
    .filter((line) => !/dbus|CONSOLE|idle_linux/.test(line))
    .slice(-30)
    .join('\n');
}

/** Every page says that its person does not want to be asked, whoever that is (features/tutorial/tutorial-progress.ts). */
export async function knowTutorial(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const read = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      return key.startsWith('vitrine_tutorial_never_') ? '1' : read.call(this, key);
    };
  });
}
