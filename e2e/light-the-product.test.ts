import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.6, 0.6, 0.6, 1] }]);

let story: Story;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1180, height: 820 },
    isEmpty: true,
    renderSettings: SMALL_DRAFTS,
  });
  await dropFile(story.page, 'box.glb', BOX);
  await waitForModel(story.page, hashOf(BOX));
});
afterAll(() => story?.close());

const header = () => story.page.locator('h2').getByRole('button', { name: /^Light/ });
const preset = (name: string) => story.page.getByRole('radio', { name, exact: true });
const handle = (number: number) => story.page.getByRole('button', { name: new RegExp(`^Light ${number}, `) });
const row = (name: string) =>
  story.page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false });

async function openLight(): Promise<void> {
  await header().and(story.page.locator(':enabled')).click();
  await preset('Studio').waitFor();
}

/** Mean of the green of the middle of the stage, where the box is, 0 to 255. */
async function brightness(): Promise<number> {
  const stage = story.page.getByRole('application', { name: '3D stage' });
  const box = (await stage.boundingBox()) ?? expect.fail('no stage');
  const side = Math.round(box.width / 6);
  const clip = {
    x: box.x + (box.width - side) / 2,
    y: box.y + (box.height - side) / 2,
    width: side,
    height: side,
  };
  const { channels } = await sharp(await story.page.screenshot({ clip })).stats();
  return channels[1]?.mean ?? expect.fail('no picture');
}

test('a preset is worn, a light is dragged and put where its highlight is wanted, and the picture is ordered in it', async () => {
  const { page } = story;
  await openLight();
  await page.getByText('Clear light and dark').waitFor();
  const house = await brightness();
  await page.locator('label').filter({ hasText: 'Drama' }).click();
  await page.getByText('One light from the side').waitFor();
  await expect.poll(brightness, { timeout: 300_000 }).toBeLessThan(house - 8);
  const dark = await brightness();

  // 1. The key hangs at the left, where the front of the box has little of it. A drag brings it to the front.
  const at = (await handle(1).boundingBox()) ?? expect.fail('no handle');
  const middle = (await page.getByRole('region', { name: 'Lights on the stage' }).boundingBox()) ?? at;
  const [x, y] = [middle.x + middle.width / 2 - 40, middle.y + middle.height / 2 - 60];
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move((at.x + x) / 2, (at.y + y) / 2);
  await page.mouse.move(x, y);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Undo: Direction of a light' }).waitFor();
  await expect.poll(brightness, { timeout: 300_000 }).toBeGreaterThan(dark + 8);
  await page.getByText('Drama, changed').waitFor();

  // 2. The same by the keyboard, and undone.
  const moved = (await handle(1).getAttribute('aria-label')) ?? '';
  await handle(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => handle(1).getAttribute('aria-label')).not.toBe(moved);
  await page.getByRole('button', { name: 'Undo: Direction of a light' }).click();
  await expect.poll(() => handle(1).getAttribute('aria-label')).toBe(moved);

  // 3. By its highlight: the light goes to where the pressed place mirrors it.
  await page.getByRole('button', { name: 'Place the highlight' }).click();
  await page.mouse.click(middle.x + middle.width / 2 + 10, middle.y + middle.height / 2 + 10);
  await expect.poll(() => handle(1).getAttribute('aria-label')).not.toBe(moved);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Place the highlight' }).waitFor();
  const placed = (await handle(1).getAttribute('aria-label')) ?? '';

  // 4. One alone, one added, a name: all of it is in the recipe.
  await page.getByRole('button', { name: '2, Rim light alone' }).click();
  await page.getByRole('button', { name: 'Add a light' }).click();
  await page.getByRole('menuitem', { name: 'Strip light' }).click();
  await page.getByRole('textbox', { name: 'Name of these lights' }).fill('Dark room');
  expect(await listViolations(page)).toEqual([]);
  const { lightRig } = (await orderRecipe(story)).scene;
  expect(lightRig).toMatchObject({ name: 'Dark room', preset: 'drama', soloId: 'rim-2' });
  expect(lightRig?.lights.map(({ role }) => role)).toEqual(['key', 'rim', 'strip']);

  // 5. And after a reload.
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await header().filter({ hasText: 'Dark room' }).waitFor();
  await openLight();
  expect(await handle(1).getAttribute('aria-label')).toBe(placed);
  await row('Key light').waitFor();

  // 6. Kept, they are a card that a press on another one does not take away. By keyboard, with a focus that stays.
  const keep = page.getByRole('button', { name: 'Keep these lights' });
  await keep.press('Enter');
  const own = page.getByRole('radio', { name: 'Dark room' });
  await expect.poll(() => own.isChecked()).toBe(true);
  expect(await keep.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Reset light' }).click();
  await expect.poll(() => preset('Studio').isChecked()).toBe(true);
  await preset('Studio').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => own.isChecked()).toBe(true);
  const name = page.getByRole('textbox', { name: 'Name of these lights' });
  await expect.poll(() => name.inputValue()).toBe('Dark room');
  expect(await listViolations(page)).toEqual([]);
  expect(story.errors).toEqual([]);
});
