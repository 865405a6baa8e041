import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openSection } from './support/open-section.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** A board on a foot, and a strand that hangs lower beside it. */
const STAND = makeBoxes([
  { name: 'Board', size: [2, 0.2, 2], centre: [0, 1.1, 0], colour: [0.8, 0.8, 0.8, 1] },
  { name: 'Foot', size: [1, 1, 1], centre: [0, 0.5, 0], colour: [0.4, 0.4, 0.4, 1] },
  { name: 'Strand', size: [0.02, 1.4, 0.02], centre: [0.95, 0.4, 0], colour: [0.1, 0.1, 0.1, 1] },
]);

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1440, height: 900 }, renderSettings: SMALL_DRAFTS });
  await dropFile(story.page, 'stand.glb', STAND);
  await waitForModel(story.page, hashOf(STAND));
});
afterAll(() => story?.close());

const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, k) => Math.abs(value - (other[k] ?? 0))));

/** Mean colour of a spot of the stage above the product, where nothing lies over it. */
async function backdropColour(): Promise<number[]> {
  const box = await story.page.locator('canvas').first().boundingBox();
  if (box === null) throw new Error('no stage');
  const clip = { x: box.x + box.width * 0.5 - 4, y: box.y + box.height * 0.2, width: 8, height: 8 };
  const { channels } = await sharp(await story.page.screenshot({ clip })).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}

const runsUp = () => story.page.locator('label').filter({ hasText: /^Runs up behind the product$/ });
const floorButton = () => story.page.getByRole('button', { name: /^Floor/ });

test('a person stands the product on its board, polishes the floor, and the picture and a reload keep it', async () => {
  const { page } = story;
  await openSection(page, 'Background');
  await expect.poll(() => floorButton().textContent()).toContain('Automatic, gloss 25%, blur 20%');
  await floorButton().click();
  await page
    .locator('label')
    .filter({ hasText: /^A part$/ })
    .click();
  await page.getByRole('button', { name: /Part on the floor/ }).click();
  await page.getByRole('option', { name: 'Board' }).click();
  await page.getByRole('slider', { name: 'Gloss' }).fill('0.9');
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(STAND));
  await openSection(page, 'Background');
  await expect.poll(() => floorButton().textContent()).toContain('A part, gloss 90%, blur 20%');
  const recipe = await orderRecipe(story);
  const board = recipe.scene.floor?.stand;
  expect(recipe.scene.floor).toMatchObject({ gloss: 0.9, stand: { kind: 'part', modelHash: hashOf(STAND) } });
  expect(board?.kind === 'part' && board.nodeIndex).toBe(0);
});

test('a person lays a cyclorama: it covers the background, says so, and picture, undo and reload keep it', async () => {
  const { page } = story;
  await openSection(page, 'Background');
  await floorButton().click();
  const covered = page.getByText('The cyclorama covers it. It still gives its light.');
  await expect.poll(() => covered.count()).toBe(0);
  await expect.poll(() => page.getByRole('slider', { name: 'Gloss' }).count()).toBe(1);
  const before = await backdropColour();
  await runsUp().click();
  await expect.poll(() => covered.count()).toBe(1);
  // A sweep is matt and is never its shadow alone.
  await expect.poll(() => page.getByRole('slider', { name: 'Gloss' }).count()).toBe(0);
  await expect.poll(() => page.getByText('Shadow only').count()).toBe(0);
  await page.getByRole('slider', { name: 'Wall behind the product' }).fill('7');
  await expect.poll(async () => distance(await backdropColour(), before)).toBeGreaterThan(12);
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(STAND));
  await openSection(page, 'Background');
  await expect.poll(() => floorButton().textContent()).toContain('cyclorama 7 ×, curve 3.5 ×, #FFFFFF');
  const recipe = await orderRecipe(story);
  expect(recipe.scene.floor?.cyclorama).toEqual({ colour: '#ffffff', distance: 7, radius: 3.5 });
  await page.keyboard.press('Control+z');
  await expect.poll(() => floorButton().textContent()).toContain('cyclorama 5 ×');
  await page.keyboard.press('Control+z');
  await expect.poll(() => floorButton().textContent()).toContain('gloss 90%');
});
