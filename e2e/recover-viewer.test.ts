import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { readShims } from './support/shims.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { type ViewerFacts, viewerFacts } from './support/viewer-facts.ts';

const CHAIR = makeBoxes([
  { name: 'Seat', size: [0.5, 0.1, 0.5], centre: [0, 0.4, 0], colour: [0.7, 0.1, 0.1, 1] },
  { name: 'Leg', size: [0.1, 0.4, 0.1], centre: [0.2, 0.2, 0.2], colour: [0.1, 0.1, 0.7, 1] },
]);

/** Where the two pictures go that should have been one. */
const FAILED = 'test-results/recover-viewer';
const PRESSES = 4;

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true });
});
afterAll(() => story?.close());

/** The middle of the stage: what lies over its edges may change. */
async function takePicture(page: Page): Promise<Buffer> {
  const box = await page.getByRole('application', { name: '3D stage' }).boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const clip = { x: x + width * 0.2, y: y + height * 0.2, width: width * 0.6, height: height * 0.6 };
  return page.screenshot({ clip });
}

/** How far two pictures are apart in the mean, grey levels. */
async function differ(a: Buffer, b: Buffer): Promise<number> {
  const [first, second] = await Promise.all(
    [a, b].map((png) => sharp(png).resize(64, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
  );
  if (first === undefined || second === undefined) return Number.NaN;
  return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length;
}

/** Which way the page remembers that the camera looks from, degrees about the model; null before it was moved. */
const rememberedDegrees = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const camera = JSON.parse(localStorage.getItem('arcball_view0') ?? 'null')?.cameraPosition;
    return camera ? (Math.atan2(camera.x, camera.z) * 180) / Math.PI : null;
  });

interface Look {
  /** Null where the viewer is on the page. */
  readonly facts: ViewerFacts | null;
  readonly picture: Buffer;
}

/** Scene, camera and tool on the stage, and a row of the tree that lights a part up. @returns What is seen then. */
async function furnish(page: Page): Promise<Look> {
  await page.getByRole('tab', { name: 'Objects' }).click();
  const leg = page.getByRole('row', { name: 'Leg [Leg]' });
  await leg.waitFor();
  const hide = leg.getByRole('button', { name: 'Hide object' });
  if ((await hide.count()) > 0) await hide.click();
  await leg.getByRole('button', { name: 'Show object' }).waitFor();
  const before = await rememberedDegrees(page);
  await page.getByRole('application', { name: '3D stage' }).focus();
  for (let press = 0; press < PRESSES; press++) await page.keyboard.press('ArrowLeft');
  // What glides has come to rest, and the page knows where.
  await expect
    .poll(
      async () => {
        const after = await rememberedDegrees(page);
        const turned = after === null ? 0 : Math.abs(after - (before ?? 0));
        return before === null ? turned > 0 : Math.round(Math.min(turned, 360 - turned));
      },
      { timeout: 300_000 },
    )
    .toBe(before === null ? true : PRESSES * 5);
  await page.keyboard.press('t');
  await page.getByRole('region', { name: 'Transform' }).waitFor();
  await page.mouse.move(0, 0);
  const plain = await rest(page);
  await page.getByRole('row', { name: 'Seat [Seat]' }).hover();
  await expect.poll(async () => differ(plain, await takePicture(page))).toBeGreaterThan(2);
  const picture = await rest(page);
  return { facts: await viewerFacts(page), picture };
}

/** Resolves once the picture stands still. */
async function rest(page: Page): Promise<Buffer> {
  let last = await takePicture(page);
  await expect
    .poll(
      async () => {
        const next = await takePicture(page);
        const difference = await differ(last, next);
        last = next;
        return difference;
      },
      { interval: 500 },
    )
    .toBe(0);
  return last;
}

/** The stage looks as it did: first what a viewer says of itself, each by its name, then the picture. */
async function expectBack(page: Page, before: Look, name: string): Promise<void> {
  let after = before.picture;
  try {
    await expect
      .poll(() => page.getByRole('region', { name: 'Transform' }).count(), { message: 'the tool is open' })
      .toBe(1);
    if (before.facts !== null) {
      await expect.poll(() => viewerFacts(page), { message: 'what the viewer says' }).toEqual(before.facts);
    }
    await expect
      .poll(
        async () => {
          after = await takePicture(page);
          return differ(before.picture, after);
        },
        { message: `pictures in ${FAILED}` },
      )
      .toBeLessThan(0.2);
  } catch (error) {
    mkdirSync(FAILED, { recursive: true });
    writeFileSync(`${FAILED}/${name}-before.png`, before.picture);
    writeFileSync(`${FAILED}/${name}-after.png`, await takePicture(page));
    writeFileSync(`${FAILED}/${name}-page.png`, await page.screenshot());
    throw error;
  }
}

// On the page no worker dies.
test.skipIf(readShims().includes('offscreen-webgl'))(
  'a crashed viewer comes back with scene, camera, tool and what is lit',
  async () => {
    const { page } = story;
    await dropFile(page, 'Chair.glb', CHAIR);
    await waitForModel(page, hashOf(CHAIR));
    const before = await furnish(page);
    expect(before.facts?.parts.length).toBeGreaterThan(1);
    // The tool's handles are in the picture.
    await page.keyboard.press('t');
    await expect.poll(async () => differ(before.picture, await takePicture(page))).toBeGreaterThan(0.2);
    await page.keyboard.press('t');
    await page.getByRole('region', { name: 'Transform' }).waitFor();
    await expectBack(page, before, 'again');

    const viewers = () => page.workers().filter((worker) => worker.url().includes('viewer-worker'));
    const [crashing] = viewers();
    const closed = new Promise((resolve) => crashing?.once('close', resolve));
    await crashing?.evaluate(() => {
      setTimeout(() => {
        throw new Error('crash');
      });
    });
    await closed;
    await expectBack(page, before, 'crash');
    expect(viewers()).toHaveLength(1);
    await expect.poll(() => page.locator('canvas').count()).toBe(1);
  },
);

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
  await expectBack(page, before, 'first');
  await lose();
  await expectBack(page, before, 'second');
  await lose();
  await page.getByText('This browser cannot draw in 3D').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row', { name: 'Seat [Seat]' }).hover();
  await expectBack(page, before, 'retry');
});
