import type { Locator } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesOf } from '../tests/support/compare-pictures.ts';
import { type Pixels, pixelsOf } from '../tests/support/pixels.ts';
import { openStory, type Story } from './support/open-story.ts';

const SIDE_PX = 192;
/** Medians of CIEDE2000: of all, and of the upper corners, where nothing but the background is. */
const MAX = { whole: 4, background: 2.5 };
/** Share of a side that a corner is. */
const CORNER = 0.1;

let story: Story;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1180, height: 820 },
    renderSettings: { width: SIDE_PX, height: SIDE_PX, quality: 'draft' },
  });
});
afterAll(() => story?.close());

async function pixelsIn(picture: Locator): Promise<Pixels> {
  const bytes = await picture.evaluate(async (image: HTMLImageElement) => [
    ...new Uint8Array(await (await fetch(image.currentSrc)).arrayBuffer()),
  ]);
  const side = { width: SIDE_PX, height: SIDE_PX };
  const raw = await sharp(Uint8Array.from(bytes)).resize(side).removeAlpha().raw().toBuffer();
  return pixelsOf(raw, SIDE_PX, 3);
}

test('the sample in its style before its background: the first picture is what the stage has shown', async () => {
  const { page, errors } = story;
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const slides = page.getByRole('region', { name: 'Renders of this project' });
  await slides.getByRole('button').getByRole('img').first().click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('slider') });
  const snapshot = dialog.getByRole('slider').locator('..').getByRole('img', { name: 'Snapshot' });
  const picture = dialog.getByRole('slider').locator('..').locator('img').first();
  for (const image of [snapshot, picture])
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  const [before, after] = [await pixelsIn(snapshot), await pixelsIn(picture)];
  const edge = SIDE_PX * CORNER;
  const median = (counts: (x: number, y: number) => boolean): number => {
    const all = differencesOf(before, after, counts);
    return all[all.length >> 1] ?? Number.NaN;
  };
  expect(median(() => true)).toBeLessThanOrEqual(MAX.whole);
  expect(median((x, y) => y < edge && (x < edge || x > SIDE_PX - edge))).toBeLessThanOrEqual(MAX.background);
  expect(errors).toEqual([]);
});
