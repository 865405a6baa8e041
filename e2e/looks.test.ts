import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makeVariants } from '../tests/support/variant-model.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** Two of its materials are called as in the sample, but for case and spaces. */
const STOOL = makeBoxes(
  ['LEATHER', 'Cup  shell', 'Handle'].map((name, index) => ({
    name,
    size: [2, 2, 2],
    centre: [3 * (index - 1), 0, 0],
    colour: [0.02, 0.5, 0.02, 1],
  })),
);
const SHOES = makeVariants();

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 1000 } });
});
afterAll(() => story?.close());

const material = (name: string) => story.page.getByRole('group', { name, exact: true });
const answered = (method: string) =>
  story.page.waitForResponse(
    (response) => response.request().method() === method && response.url().includes('/api/look/'),
    { timeout: 300_000 },
  );
const openLooks = () => story.page.getByRole('button', { name: /^Looks/ }).click();

test('a look is saved, goes on another model, says what it did not find, is undone and is there after a reload', async () => {
  const { page } = story;
  await openLooks();
  await page.getByText('give them to any model').waitFor();
  await page.getByRole('button', { name: 'Save this look' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Warm walnut');
  const [posted] = await Promise.all([
    answered('POST'),
    page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(posted.status()).toBe(201);
  const look = page.getByRole('button', { name: 'Apply look Warm walnut' });
  await look.waitFor();
  await expect.poll(() => look.locator('img').getAttribute('src')).toMatch(/^data:image\/webp;base64,/);

  await dropFile(page, 'stool.glb', STOOL);
  await waitForModel(page, hashOf(STOOL));
  await material('LEATHER').waitFor();
  expect(await material('LEATHER').textContent()).not.toContain('Chestnut leather');
  if (!(await look.isVisible())) await openLooks();
  await look.click();
  const note = page.getByRole('status').filter({ hasText: 'Warm walnut is on 2 materials.' });
  await note.waitFor();
  await expect.poll(() => note.getByRole('listitem').allTextContents()).toEqual(['Rim and yoke']);
  await material('LEATHER').getByText('Chestnut leather').waitFor();
  await material('Cup shell').getByText('Walnut').waitFor();

  await page.getByRole('button', { name: 'Undo: Look Warm walnut' }).click();
  await material('LEATHER').getByText('Chestnut leather').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo: Look Warm walnut' }).click();
  await material('LEATHER').getByText('Chestnut leather').waitFor();

  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(STOOL));
  await material('LEATHER').getByText('Chestnut leather').waitFor();
  await openLooks();

  // Renamed and deleted, and a deletion is a step like any other.
  await page.getByRole('button', { name: 'Options of look Warm walnut' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Walnut');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Options of look Walnut' }).click();
  const [deleted] = await Promise.all([
    answered('DELETE'),
    page.getByRole('menuitem', { name: 'Delete' }).click(),
  ]);
  expect(deleted.status()).toBe(204);
  await page.getByRole('button', { name: 'Apply look Walnut' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo: Deleting look Walnut' }).click();
  await page.getByRole('button', { name: 'Apply look Walnut' }).waitFor();
  expect(story.errors).toEqual([]);
});

test('a colourway of the model is chosen, drawn, listed, undone and kept', async () => {
  const { page } = story;
  await dropFile(page, 'shoes.glb', SHOES);
  await waitForModel(page, hashOf(SHOES));
  await page.keyboard.press('v');
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Front', pressed: true }).waitFor();
  await page.keyboard.press('v');
  const shows = (left: string, right: string) =>
    expect
      .poll(async () => [await hueAt(0.3), await hueAt(0.7)], { timeout: 300_000 })
      .toEqual([left, right]);
  await shows('red', 'red');
  const picker = page.getByRole('button', { name: /^(?!Undo|Redo).*Colourway/ });
  await picker.click();
  await page.getByRole('option', { name: 'Ocean' }).click();
  await shows('blue', 'red');
  await material('Sea').waitFor();
  await material('Left').waitFor({ state: 'detached' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export GLB' }).click(),
  ]);
  const inOcean = new Uint8Array(readFileSync(await download.path()));
  await picker.click();
  await page.getByRole('option', { name: 'All blue' }).click();
  await shows('blue', 'blue');
  await page.getByRole('button', { name: 'Undo: Colourway All blue' }).click();
  await shows('blue', 'red');
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(SHOES));
  await shows('blue', 'red');

  // What was exported wears the colourway that was chosen then as its own, and still offers the others.
  await dropFile(page, 'ocean.glb', inOcean);
  await waitForModel(page, hashOf(inOcean));
  await shows('blue', 'red');
  await picker.click();
  await page.getByRole('option', { name: 'All blue' }).click();
  await shows('blue', 'blue');
  await picker.click();
  await page.getByRole('option', { name: 'As in the file' }).click();
  await shows('blue', 'red');
  await material('Sea').waitFor();
  expect(story.errors).toEqual([]);
});

/** Of the stage at half its height. */
async function hueAt(share: number): Promise<'red' | 'blue' | 'other'> {
  const stage = story.page.getByRole('application', { name: '3D stage' });
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: box.x + share * box.width - 3, y: box.y + box.height / 2 - 3, width: 6, height: 6 };
  const { channels } = await sharp(await story.page.screenshot({ clip })).stats();
  const [r = 0, , b = 0] = channels.map(({ mean }) => mean);
  if (Math.abs(r - b) < 40) return 'other';
  return r > b ? 'red' : 'blue';
}
