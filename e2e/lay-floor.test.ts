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
