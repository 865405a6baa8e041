import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterEach, expect, inject, test } from 'vitest';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { askAs } from './support/ask-as.ts';
import { openBrowser } from './support/browser.ts';
import { openStory, register, SMALL_DRAFTS, type Story, signIn } from './support/open-story.ts';
import { APIS, type Api, withoutApis } from './support/shims.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** The product in browsers that lack what newer ones have: each alone, and all at once. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const PATIENCE = { timeout: 300_000 };

let story: Story | null = null;
afterEach(async () => {
  await story?.close();
  story = null;
});

/** Somebody whose browser lacks all of these, with a box on the stage. */
async function openWithout(apis: readonly Api[], serviceWorkers: 'allow' | 'block' = 'block') {
  let workers = new Set<string>();
  story = await openStory({
    viewport: { width: 1180, height: 820 },
    serviceWorkers,
    isEmpty: true,
    renderSettings: SMALL_DRAFTS,
    prepare: async (context) => {
      workers = await withoutApis(context, apis);
    },
  });
  const { page } = story;
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  return { story, page, workers };
}

const project = (page: Page) => askAs<ProjectBody>(page, 'project/active/');
const pictures = (page: Page) =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img');
const hasPictures = (page: Page, count: number) =>
  expect.poll(() => pictures(page).count(), PATIENCE).toBe(count);
const saveView = (page: Page) => page.getByRole('button', { name: 'Save view', exact: true }).click();
const render = (page: Page) => page.getByRole('button', { name: 'Render', exact: true }).click();
const thumbnail = async (page: Page) => (await project(page)).camera_views[0]?.thumbnail ?? '';
/** Files of this origin in the browser's database, where it has no file system. */
const stores = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort());
/** Where the camera is by what the page remembers of it. */
const camera = (page: Page) => page.evaluate(() => localStorage.getItem('arcball_view0'));

/** One finger or mouse across the stage. */
async function turn(page: Page): Promise<void> {
  const box = await page.getByRole('application', { name: '3D stage' }).boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  await page.mouse.move(x + width * 0.4, y + height * 0.5);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height * 0.5, { steps: 6 });
  await page.mouse.up();
}

test('without any of them a model is dressed, seen, ordered, downloaded, and found after a reload', async () => {
  const { page, workers } = await openWithout(APIS);
  // 1. It draws on the page's own canvas, keeps files in the database, and turns under the hand.
  expect([...workers].sort()).toEqual(expect.arrayContaining(['storage-worker', 'viewer-worker']));
  expect(page.workers().some((worker) => worker.url().includes('viewer-worker'))).toBe(false);
  const before = await camera(page);
  await turn(page);
  await expect.poll(() => camera(page), PATIENCE).not.toBe(before);

  // 2. Dressed from the library, and with a view that has its picture.
  const part = page.locator('[data-material]').first();
  await part.getByRole('button', { name: /^Library for/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('Walnut');
  await page.getByRole('row', { name: 'Walnut', exact: true }).click();
  await part.getByText('Walnut').waitFor();
  await saveView(page);
  await expect.poll(() => thumbnail(page), PATIENCE).toMatch(/^data:image\/webp;base64,UklGR/);

  // 3. A picture of Studio, and its file.
  await render(page);
  await hasPictures(page, 1);
  await pictures(page).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  const png = await readFile(await download.path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 64]);
  await page.keyboard.press('Escape');

  // 4. All of it is there after a reload.
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await page.locator('[data-material]').first().getByText('Walnut').waitFor();
  await page.getByRole('grid', { name: 'Saved views' }).getByRole('row', { name: 'View 1' }).waitFor();
  await hasPictures(page, 1);
  expect(await stores(page)).toContain('vitrine-files');
  expect(story?.errors).toEqual([]);
});

test.each<[Api, (page: Page) => Promise<void>]>([
  [
    'webp',
    async (page) => {
      await saveView(page);
      await expect.poll(() => thumbnail(page), PATIENCE).toMatch(/^data:image\/webp;base64,UklGR/);
    },
  ],
  [
    'offscreen-webgl',
    async (page) => {
      expect(page.workers().some((worker) => worker.url().includes('viewer-worker'))).toBe(false);
      await saveView(page);
      await expect.poll(() => thumbnail(page), PATIENCE).toMatch(/^data:image\/webp/);
    },
  ],
  [
    'opfs',
    async (page) => {
      await page.reload();
      await waitForModel(page, hashOf(BOX));
      expect(await stores(page)).toContain('vitrine-files');
    },
  ],
  [
    'locks',
    async (page) => {
      await saveView(page);
      await expect.poll(async () => (await project(page)).camera_views.length, PATIENCE).toBe(1);
    },
  ],
  [
    'shared-array-buffer',
    async (page) => {
      await page.getByRole('radiogroup', { name: 'Where it is drawn' }).getByText('On this device').click();
      await render(page);
      await hasPictures(page, 1);
    },
  ],
  [
    'pointerrawupdate',
    async (page) => {
      const before = await camera(page);
      await turn(page);
      await expect.poll(() => camera(page), PATIENCE).not.toBe(before);
    },
  ],
])('without %s', async (api, check) => {
  const { page } = await openWithout([api]);
  await check(page);
  expect(story?.errors).toEqual([]);
});

test('without broadcast-channel a tab shows what was changed in another', async () => {
  const { page } = await openWithout(['broadcast-channel']);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await waitForModel(tab, hashOf(BOX));
  const prompt = (of: Page) => of.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt(page).fill('on a beach');
  await expect.poll(() => prompt(tab).inputValue(), PATIENCE).toBe('on a beach');
  await prompt(tab).fill('in the snow');
  await expect.poll(() => prompt(page).inputValue(), PATIENCE).toBe('in the snow');
  // Nothing of it stays behind.
  const left = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('channel:')));
  expect(await left()).toEqual([]);
  expect(story?.errors).toEqual([]);
});

test('without broadcast-channel the app is kept for the time without a network all the same', async () => {
  const { page } = await openWithout(['broadcast-channel'], 'allow');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await story?.context.setOffline(true);
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  expect(story?.errors).toEqual([]);
});

test('a browser that keeps nothing says so in words, and what to do', async () => {
  const { email } = await register(inject('productUrl'), 'Ada');
  const context = await (await openBrowser()).newContext({ locale: 'en-GB' });
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await signIn(page, { url: inject('productUrl'), email });
  await page
    .getByRole('heading', { name: /^This browser lets the page keep nothing on this device/ })
    .waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
