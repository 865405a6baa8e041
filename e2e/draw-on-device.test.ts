import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { askAs, authorizationOf } from './support/ask-as.ts';
import { enter, openStory, register, SMALL_DRAFTS, type Story, signIn } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { beforeWorkers, readShims } from './support/shims.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** Pictures that the person's own device draws: beside a server, without one, and how they come to it, once. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const VIEWPORT = { width: 1600, height: 800 };
const OTHER = makeBoxes([{ name: 'Other', size: [2, 1, 1], centre: [0, 0, 0], colour: [0.8, 0.3, 0.1, 1] }]);
const PATIENCE = { timeout: 300_000 };
const ONLY_HERE = /^On this device alone so far/;

let folder: string;
let port: number;
let server: RunningServer;
let story: Story;
let page: Page;

const start = (): Promise<RunningServer> =>
  startProduct(folder, port, { RATE_LIMIT_FACTOR: '0', COMFY_URLS: 'off' });
beforeAll(async () => {
  folder = await makeStartedFolder();
  port = await findFreePort();
  server = await start();
  story = await openStory(
    { viewport: VIEWPORT, serviceWorkers: 'allow', isEmpty: true, renderSettings: SMALL_DRAFTS },
    server.url,
  );
  ({ page } = story);
  // As a tablet that is not plugged in.
  await page.addInitScript(() => {
    const battery = Object.assign(new EventTarget(), { charging: false });
    Object.defineProperty(navigator, 'getBattery', { value: async () => battery });
  });
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});
afterAll(async () => {
  await story?.close();
  await server?.stop();
  removeDataFolder(folder);
});

const renders = (of: Page) => of.getByRole('region', { name: 'Renders of this project' });
const pictures = (of: Page) => renders(of).getByRole('button').locator('img');
const place = () => page.getByRole('radiogroup', { name: 'Where it is drawn' });
const render = () => page.getByRole('button', { name: 'Render', exact: true });
const prompt = (of: Page) => of.getByRole('textbox', { name: 'Prompt', exact: true });
const hasPictures = (of: Page, count: number) =>
  expect.poll(() => pictures(of).count(), PATIENCE).toBe(count);
const dialog = () => page.getByRole('dialog');
/** What the server has of the open project, the newest first. */
async function onServer(of = page): Promise<RenderBody[]> {
  const { id } = await askAs<{ id: number }>(of, 'project/active/');
  return (await askAs<{ results: RenderBody[] }>(of, `projects/${id}/renders/`)).results;
}

test('with a connection it is a choice in words at the button, and costs nothing', async () => {
  await place().getByRole('radio', { name: 'On the server' }).waitFor(PATIENCE);
  await expect.poll(() => render().textContent()).toMatch(/100/);
  await prompt(page).fill('made here');
  await place().getByText('On this device').click();
  await expect.poll(() => render().textContent()).toMatch(/Free/);
  await page.getByText('Studio on this device, free').last().waitFor();
  await render().click();
  await hasPictures(page, 1);
  await expect.poll(onServer, PATIENCE).toHaveLength(1);
  expect((await onServer())[0]).toMatchObject({
    engine: 'studio',
    made_on_device: true,
    price: 0,
    status: 'completed',
    positive_prompt: 'made here',
    recipe: { engineBuild: { engine: 'studio', kernelHash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect(await askAs(page, 'users/me/')).toMatchObject({ credits: 2000 });
  // What is shown is the server's by now.
  await expect.poll(() => pictures(page).first().getAttribute('src'), PATIENCE).toMatch(/\/files\//);
  await hasPictures(page, 1);
});

test('the server draws the same picture of the same recipe', async () => {
  const [drawn] = await onServer();
  await pictures(page).first().click();
  await dialog().getByText('Drawn on a device').waitFor();
  await dialog()
    .getByRole('button', { name: /^Run again/ })
    .click();
  await page.keyboard.press('Escape');
  await expect.poll(onServer, PATIENCE).toHaveLength(2);
  await expect.poll(async () => (await onServer())[0]?.status, PATIENCE).toBe('completed');
  const [again] = await onServer();
  expect(again).toMatchObject({ made_on_device: false, recipe: { engineBuild: drawn?.recipe.engineBuild } });
  const pixels = (address = '') =>
    page.evaluate(async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])];
    }, address);
  const before = await pixels(drawn?.main_output_url ?? '');
  expect(before).toHaveLength(64 * 64 * 4);
  expect(await pixels(again?.main_output_url ?? '')).toEqual(before);
});

test('without a server nothing is asked: the picture is here, with its recipe, and goes up once when there is one', async () => {
  await place().getByText('On the server').click();
  await untilPrepared();
  await server.kill();
  // From the first second: the page comes from this device, the model from the person.
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await dropFile(page, 'other.glb', OTHER);
  await waitForModel(page, hashOf(OTHER));
  await page.getByText('Studio on this device, free').last().waitFor(PATIENCE);
  await prompt(page).fill('a box without a network');
  await render().click();
  await hasPictures(page, 3);
  await pictures(page).first().click();
  await dialog().getByText(ONLY_HERE).waitFor();
  expect(
    await dialog()
      .getByRole('button', { name: /^Run again/ })
      .count(),
  ).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  const png = new Uint8Array(readFileSync((await download.path()) ?? ''));
  await page.keyboard.press('Escape');

  // The PNG brings its recipe back.
  await prompt(page).fill('something else');
  await dropFile(page, 'picture.png', png);
  await page.getByText('Started from Picture picture.png').waitFor(PATIENCE);
  await expect.poll(() => prompt(page).inputValue(), PATIENCE).toBe('a box without a network');

  await page.getByRole('button', { name: 'Create', exact: true }).first().click();

  // Another page load without a server finds it as well.
  await page.reload();
  await hasPictures(page, 3);

  // A window on it goes on with what the server has of it.
  await pictures(page).first().click();
  await dialog().getByText(ONLY_HERE).waitFor(PATIENCE);
  server = await start();
  await dialog()
    .getByRole('button', { name: /^Run again/ })
    .waitFor(PATIENCE);
  expect(await dialog().getByText(ONLY_HERE).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => pictures(page).first().getAttribute('src'), PATIENCE).toMatch(/\/files\//);
  expect(await onServer()).toHaveLength(3);
  expect((await onServer())[0]?.recipe.scene.modelHash).toBe(hashOf(OTHER));
  await hasPictures(page, 3);

  const other = await (
    await story.context.browser()?.newContext({ locale: 'en-GB', viewport: VIEWPORT })
  )?.newPage();
  if (other === undefined) throw new Error('no second device');
  await signIn(other, story);
  await hasPictures(other, 3);
  await other.context().close();
  expect(story.errors).toEqual([]);
});

test('a picture in the making goes from tab to tab, waits for its person, and can be taken back', async () => {
  // One that takes a while.
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  const answer = await page.request.patch(new URL(`/api/project/${id}/`, page.url()).href, {
    headers: await authorizationOf(page),
    data: { render_settings: { width: 1024, height: 1024, quality: 'high' } },
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  await waitForModel(page, hashOf(OTHER));
  await place().getByText('On this device').click();
  await render().click();
  const drawing = (of: Page) => renders(of).getByRole('region', { name: /^On this device, \d+/ });
  const elsewhere = (of: Page) => renders(of).getByRole('region', { name: 'Drawn in another tab' });
  await drawing(page).getByRole('img', { name: 'Live preview' }).waitFor(PATIENCE);

  const tab = await story.context.newPage();
  await tab.goto(story.url);
  await elsewhere(tab).waitFor(PATIENCE);
  await page.reload();
  await drawing(tab).waitFor(PATIENCE);
  await elsewhere(page).waitFor(PATIENCE);
  await tab.close();
  await drawing(page).waitFor(PATIENCE);

  // Nobody looks, and it runs on a battery.
  await look(true);
  await renders(page)
    .getByRole('region', { name: /held to spare the battery$/ })
    .waitFor(PATIENCE);
  // A tab that is looked at takes it over.
  const other = await story.context.newPage();
  await other.goto(story.url);
  await drawing(other).waitFor(PATIENCE);
  await other.close();
  await look(false);
  await page.getByText('While this tab was out of sight its picture was held').waitFor(PATIENCE);
  await drawing(page).waitFor(PATIENCE);

  await signOut();
  await page.getByText('Signed out. Your changes wait on this device.').waitFor(PATIENCE);
  const stranger = await register(story.url, 'Grace');
  await enter(page, stranger.email);
  await renders(page).getByText('No renders found.').waitFor(PATIENCE);
  await signOut();
  await enter(page, story.email);
  await drawing(page).waitFor(PATIENCE);
  await renders(page).getByRole('button', { name: 'Cancel the picture on this device' }).click();
  await drawing(page).waitFor({ state: 'detached' });
  expect(await onServer()).toHaveLength(3);
  await hasPictures(page, 3);
  expect(story.errors).toEqual([]);
});

test('a reload in the middle of a picture goes on where it was, to the bits that the server draws', async () => {
  // Its workers' clock runs thirty times as fast: what is kept every ten seconds is kept three times a second.
  const own = await openStory(
    {
      viewport: VIEWPORT,
      isEmpty: true,
      renderSettings: { width: 384, height: 384, quality: 'high' },
      prepare: (context) =>
        beforeWorkers(
          context,
          '{ const now = performance.now.bind(performance); performance.now = () => now() * 30; }\n',
        ),
    },
    server.url,
  );
  const { page } = own;
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  await page.getByRole('radiogroup', { name: 'Where it is drawn' }).getByText('On this device').click();
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const drawing = renders(page).getByRole('region', { name: /^On this device, \d+/ });
  const percent = async () => Number(/\d+/.exec((await drawing.getAttribute('aria-label')) ?? '')?.[0]);
  await expect.poll(percent, PATIENCE).toBeGreaterThan(30);
  // Where there is no such file system, it begins anew.
  const isKept = !readShims().includes('opfs');
  if (isKept) await expect.poll(() => keptPasses(page), PATIENCE).toBeGreaterThan(0);
  await page.reload();
  const seen: number[] = [];
  await expect
    .poll(async () => {
      seen.push(await percent().catch(() => 0));
      return seen.at(-1);
    }, PATIENCE)
    .toBeGreaterThan(30);
  // Once the scene is laid out again.
  if (isKept) expect(seen.find((value) => value > 11)).toBeGreaterThan(20);
  await hasPictures(page, 1);
  await expect.poll(() => onServer(page), PATIENCE).toHaveLength(1);
  await pictures(page).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Run again/ })
    .click();
  await page.keyboard.press('Escape');
  await hasPictures(page, 2);
  const [again, here] = await onServer(page);
  expect(here).toMatchObject({ made_on_device: true, recipe: { widthPx: 384, seed: again?.recipe.seed } });
  const bits = await Promise.all([again, here].map((one) => hashPixels(page, one?.main_output_url ?? '')));
  expect(bits[1]).toBe(bits[0]);
  expect(own.errors).toEqual([]);
  await own.close();
});

/** Passes of the picture under way that this device has kept, `workers/studio/keep-sums.ts`. */
function keptPasses(of: Page): Promise<number> {
  return of.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('studio-sums').catch(() => null);
    let most = 0;
    for await (const name of folder?.keys() ?? []) {
      const file = await folder?.getFileHandle(name).then((handle) => handle.getFile());
      const head = await file?.slice(0, 4).arrayBuffer();
      if (head?.byteLength === 4) most = Math.max(most, new DataView(head).getUint32(0));
    }
    return most;
  });
}

function hashPixels(of: Page, address: string): Promise<string> {
  return of.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    return `${bitmap.width}x${bitmap.height} ${[...hash].map((byte) => byte.toString(16)).join(' ')}`;
  }, address);
}

/** Puts the page out of sight, or back. */
function look(isAway: boolean): Promise<void> {
  return page.evaluate((away) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (away ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isAway);
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click(PATIENCE);
  await page.getByRole('menuitem', { name: 'Sign Out' }).click(PATIENCE);
  await page.getByLabel('E-mail').waitFor(PATIENCE);
}

/** Resolves when everything that the page needs without a server is on this device. */
async function untilPrepared(): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(
    async () => {
      const kept = await (await caches.open('later')).keys();
      return (
        kept.some(({ url }) => url.includes('studio-worker')) &&
        kept.some(({ url }) => url.includes('webp_dec'))
      );
    },
    undefined,
    PATIENCE,
  );
}
