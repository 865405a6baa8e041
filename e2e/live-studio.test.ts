import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { askAs, authorizationOf } from './support/ask-as.ts';
import { enter, openStory, register, type Story } from './support/open-story.ts';
import { readShims } from './support/shims.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** The live view: what an order would be, traced on the stage by the person's own device, and kept where it pleases. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.1, 0.15, 0.9, 1] }]);
const OTHER = makeBoxes([{ name: 'Other', size: [2, 1, 1], centre: [0, 0, 0], colour: [0.9, 0.1, 0.1, 1] }]);
const SIZE = { width: 256, height: 128 };
const PATIENCE = { timeout: 300_000 };

let story: Story;
let page: Page;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1440, height: 900 },
    // What is measured in pixels of a screenshot.
    deviceScaleFactor: 1,
    isEmpty: true,
    renderSettings: { ...SIZE, quality: 'draft' },
  });
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});
afterAll(() => story?.close());

const live = () => page.getByRole('region', { name: 'Live view' });
const says = (text: RegExp) => live().getByText(text).first().waitFor(PATIENCE);
const finished = () => says(/^256 × 128, \d+ samples, finished$/);
const keep = () => live().getByRole('button', { name: 'Keep this picture' });
const renders = () => page.getByRole('region', { name: 'Renders of this project' });
const pictures = () => renders().getByRole('button').locator('img');
const stage = () => page.getByRole('application', { name: '3D stage' });
const hasPictures = (count: number) => expect.poll(() => pictures().count(), PATIENCE).toBe(count);
/** What the server has of the open project, the newest first. */
async function onServer(): Promise<RenderBody[]> {
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  return (await askAs<{ results: RenderBody[] }>(page, `projects/${id}/renders/`)).results;
}
const pixelsOf = (address = '') =>
  page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])];
  }, address);

/** Where the blue box begins and ends in rows of RGBA: shares of their width and height. */
function edgesOfBox(data: ArrayLike<number>, width: number, height: number): number[] {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = Math.floor(width * 0.15); x < width * 0.85; x++) {
      const at = (y * width + x) * 4;
      if ((data[at + 2] ?? 0) - (data[at] ?? 0) < 40) continue;
      xs.push((x + 0.5) / width);
      ys.push((y + 0.5) / height);
    }
  }
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), 1);
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return [least(xs), most(xs), least(ys), most(ys)];
}

test('a key turns it on: the stage becomes the picture that an order would be, in the frame of that picture', async () => {
  await stage().focus();
  await page.keyboard.press('l');
  await finished();
  const screenshot = sharp(await stage().screenshot());
  const { width: side = 0 } = await screenshot.metadata();
  const frame = { left: 0, top: Math.round(side / 4), width: side, height: Math.round(side / 2) };
  const seen = await screenshot.extract(frame).ensureAlpha().raw().toBuffer();
  await keep().click();
  await live().getByRole('button', { name: 'Kept' }).waitFor(PATIENCE);
  await hasPictures(1);
  await expect.poll(onServer, PATIENCE).toHaveLength(1);
  const [kept] = await onServer();
  expect(kept).toMatchObject({
    engine: 'studio',
    made_on_device: true,
    price: 0,
    status: 'completed',
    recipe: {
      widthPx: 256,
      heightPx: 128,
      batchSize: 1,
      engineBuild: { kernelHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  });
  const picture = edgesOfBox(await pixelsOf(kept?.main_output_url ?? ''), 256, 128);
  const screen = edgesOfBox(seen, frame.width, frame.height);
  for (const [i, edge] of picture.entries()) {
    expect(edge).toBeGreaterThan(0.05);
    expect(edge).toBeLessThan(0.95);
    // Two pixels of the picture: the stage blurs it a little.
    expect(Math.abs(edge - (screen[i] ?? 0)), `edge ${i}`).toBeLessThan(i < 2 ? 2 / 256 : 2 / 128);
  }
});

test('what is kept is the picture of its recipe: the server draws the same of it, to the last bit', async () => {
  const [kept] = await onServer();
  await pictures().first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Drawn on a device').waitFor(PATIENCE);
  await dialog.getByRole('button', { name: /^Run again/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(onServer, PATIENCE).toHaveLength(2);
  await expect.poll(async () => (await onServer())[0]?.status, PATIENCE).toBe('completed');
  const [again] = await onServer();
  const before = await pixelsOf(kept?.main_output_url ?? '');
  expect(before).toHaveLength(256 * 128 * 4);
  expect(await pixelsOf(again?.main_output_url ?? '')).toEqual(before);
  await hasPictures(2);
});

test('it follows the camera and the model, and waits while a tool needs the stage', async () => {
  await finished();
  const box = await stage().boundingBox();
  if (box === null) throw new Error('no stage');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 20, { steps: 4 });
  await says(/^Begins when nothing moves$/);
  await page.mouse.up();
  await finished();
  await keep().click();
  await hasPictures(3);

  await page.keyboard.press('t');
  await says(/^Waits while this tool is open$/);
  expect(await keep().count()).toBe(0);
  await page.keyboard.press('Escape');
  await finished();

  await dropFile(page, 'other.glb', OTHER);
  await waitForModel(page, hashOf(OTHER));
  await finished();
  await keep().click();
  await hasPictures(4);
  await expect.poll(onServer, PATIENCE).toHaveLength(4);
  const [other, turned, , first] = await onServer();
  expect(turned?.recipe.camera.position).not.toEqual(first?.recipe.camera.position);
  expect(turned?.recipe.scene).toEqual(first?.recipe.scene);
  expect(other?.recipe.scene.modelHash).toBe(hashOf(OTHER));
  // One light for all of them.
  expect(new Set([other, turned, first].map((one) => one?.recipe.seed)).size).toBe(1);
});

test('words typed in the prompt leave the picture alone', async () => {
  await finished();
  const seen = await live().evaluate((element) => {
    const words: string[] = [];
    new MutationObserver(() => words.push(element.textContent ?? '')).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return Object.assign(element, { words }).words.length;
  });
  expect(seen).toBe(0);
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('in the morning sun');
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor(PATIENCE);
  expect(await live().evaluate((element) => (element as { words?: string[] }).words)).toEqual([]);
});

test('out of sight, and turned off, it gives its workers back', async () => {
  const studioWorkers = () =>
    page.workers().filter((worker) => /studio-worker|tile-worker/.test(worker.url())).length;
  expect(studioWorkers()).toBeGreaterThan(1);
  const look = (isAway: boolean) =>
    page.evaluate((away) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (away ? 'hidden' : 'visible'),
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isAway);
  await look(true);
  await expect.poll(studioWorkers, PATIENCE).toBe(0);
  await look(false);
  await finished();
  expect(studioWorkers()).toBeGreaterThan(1);
  await stage().focus();
  await page.keyboard.press('l');
  await live().waitFor({ state: 'detached' });
  await expect.poll(studioWorkers, PATIENCE).toBe(0);
});

test('one that is not finished is kept all the same: this device draws it to its end, and the view waits', async () => {
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  const answer = await page.request.patch(new URL(`/api/project/${id}/`, page.url()).href, {
    headers: await authorizationOf(page),
    data: { render_settings: { width: 1024, height: 1024, quality: 'high' } },
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  await waitForModel(page, hashOf(OTHER));
  await page.getByRole('button', { name: 'Live view' }).click();
  await says(/^256 × 256, 2 samples$/);
  await keep().click();
  await page.getByText('This device draws it to its end').waitFor(PATIENCE);
  await says(/^Waits for the picture that this device draws$/);
  await renders().getByRole('button', { name: 'Cancel the picture on this device' }).click(PATIENCE);
  await says(/^256 × 256, 2 samples$/);
  await hasPictures(4);
  expect(story.errors).toEqual([]);
});

// On the page no worker dies.
test.skipIf(readShims().includes('offscreen-webgl'))(
  'a viewer that crashes comes back with the live view on it',
  async () => {
    const { id } = await askAs<{ id: number }>(page, 'project/active/');
    const answer = await page.request.patch(new URL(`/api/project/${id}/`, page.url()).href, {
      headers: await authorizationOf(page),
      data: { render_settings: { ...SIZE, quality: 'draft' } },
    });
    expect(answer.status()).toBe(200);
    await page.reload();
    await waitForModel(page, hashOf(OTHER));
    if ((await live().count()) === 0) await page.getByRole('button', { name: 'Live view' }).click();
    await finished();
    const viewers = () => page.workers().filter((worker) => worker.url().includes('viewer-worker'));
    const takePicture = async () => {
      const box = await stage().boundingBox();
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
      const clip = { x: x + width * 0.3, y: y + height * 0.3, width: width * 0.4, height: height * 0.4 };
      return sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer();
    };
    // What is told to be finished comes onto the screen with the next frame.
    let before = await takePicture();
    const rests = async () => {
      const last = before;
      before = await takePicture();
      return Buffer.compare(last, before);
    };
    await expect.poll(rests, PATIENCE).toBe(0);
    const [crashing] = viewers();
    const closed = new Promise((resolve) => crashing?.once('close', resolve));
    await crashing?.evaluate(() => {
      setTimeout(() => {
        throw new Error('crash');
      });
    });
    await closed;
    await waitForModel(page, hashOf(OTHER));
    await finished();
    // The traced picture itself, whose grain the stage has not.
    await expect.poll(async () => Buffer.compare(before, await takePicture()), PATIENCE).toBe(0);
    expect(viewers()).toHaveLength(1);
  },
);

test('who signs in next begins without it, and sees nothing of what was traced', async () => {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByLabel('E-mail').waitFor(PATIENCE);
  const traced = () =>
    page.workers().filter((worker) => /studio-worker|tile-worker/.test(worker.url())).length;
  await expect.poll(traced, PATIENCE).toBe(0);
  await enter(page, (await register(story.url, 'Grace')).email);
  await page.locator('[data-model]:not([data-model=""])').waitFor(PATIENCE);
  expect(await page.locator(`[data-model="${hashOf(OTHER)}"]`).count()).toBe(0);
  expect(await live().count()).toBe(0);
  await page.getByRole('button', { name: 'Live view' }).click();
  await says(/samples/);
  await page.getByRole('button', { name: 'Live view' }).click();
  await live().waitFor({ state: 'detached' });
  expect(await pictures().count()).toBe(0);
  expect(story.errors).toEqual([]);
});
