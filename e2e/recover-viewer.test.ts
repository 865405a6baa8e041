import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const CHAIR = makeBoxes([
  { name: 'Seat', size: [0.5, 0.1, 0.5], centre: [0, 0.4, 0], colour: [0.7, 0.1, 0.1, 1] },
  { name: 'Leg', size: [0.1, 0.4, 0.1], centre: [0.2, 0.2, 0.2], colour: [0.1, 0.1, 0.7, 1] },
]);

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story?.close());

/** The middle of the stage, small: what lies over its edges may change. */
async function picture(page: Page): Promise<Buffer> {
  const box = await page.getByRole('application', { name: '3D stage' }).boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const clip = { x: x + width * 0.2, y: y + height * 0.2, width: width * 0.6, height: height * 0.6 };
  return sharp(await page.screenshot({ clip }))
    .resize(64, 64, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

function differ(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

/** Scene, camera and tool on the stage. @returns Its picture. */
async function furnish(page: Page): Promise<Buffer> {
  await page.getByRole('tab', { name: 'Objects' }).click();
  const hide = page.getByRole('row', { name: 'Leg [Leg]' }).getByRole('button', { name: 'Hide object' });
  if ((await hide.count()) > 0) await hide.click();
  const stage = page.getByRole('application', { name: '3D stage' });
  await stage.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('t');
  await page.getByRole('region', { name: 'Transform' }).waitFor();
  let last = await picture(page);
  // Until what glides has come to rest.
  await expect
    .poll(
      async () => {
        const next = await picture(page);
        const difference = differ(last, next);
        last = next;
        return difference;
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(0);
  return last;
}

test('a crashed viewer comes back with scene, camera and tool', async () => {
  const { page } = story;
  await dropFile(page, 'Chair.glb', CHAIR);
  await waitForModel(page, hashOf(CHAIR));
  const before = await furnish(page);
  // The tool's handles are in the picture.
  await page.keyboard.press('t');
  await expect
    .poll(async () => differ(before, await picture(page)), { timeout: 30_000 })
    .toBeGreaterThan(0.2);
  await page.keyboard.press('t');
  await expect.poll(async () => differ(before, await picture(page)), { timeout: 30_000 }).toBeLessThan(0.2);

  const viewers = () => page.workers().filter((worker) => worker.url().includes('viewer-worker'));
  const [crashing] = viewers();
  const closed = new Promise((resolve) => crashing?.once('close', resolve));
  await crashing?.evaluate(() => {
    setTimeout(() => {
      throw new Error('crash');
    });
  });
  await closed;
  await expect.poll(async () => differ(before, await picture(page)), { timeout: 60_000 }).toBeLessThan(0.2);
  expect(viewers()).toHaveLength(1);
  expect(await page.locator('canvas').count()).toBe(1);
});

test('so does one on the page that lost its context for good; then a clear word', async () => {
  const { page } = story;
  await page.goto(`${story.url}/?viewer=page`);
  await waitForModel(page, hashOf(CHAIR));
  const before = await furnish(page);
  const lose = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
      return new Promise<void>((resolve) => {
        // Another canvas takes its place, or none.
        const look = new MutationObserver(() => {
          if (canvas?.isConnected === true) return;
          look.disconnect();
          resolve();
        });
        look.observe(document.body, { childList: true, subtree: true });
      });
    });
  await lose();
  await expect.poll(async () => differ(before, await picture(page)), { timeout: 60_000 }).toBeLessThan(0.2);
  await lose();
  await expect.poll(async () => differ(before, await picture(page)), { timeout: 60_000 }).toBeLessThan(0.2);
  await lose();
  await page.getByText('This browser cannot draw in 3D').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => differ(before, await picture(page)), { timeout: 60_000 }).toBeLessThan(0.2);
});
