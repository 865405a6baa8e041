import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnToAxis } from '../src/contract/scene/up-axis.ts';
import { makeArrow, makeTurned } from '../tests/support/box-model.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** Made with Z up, but hanging from its origin: likely, and not sure. */
const LAMP = makeTurned(
  [
    [0.02, 0],
    [0.02, -1],
    [0.1, -1],
    [0.5, -1.6],
    [0, -1.6],
  ],
  'z',
);
const ARROW = makeArrow('y');
const KEYS = [
  ['z', 'Z-up (Z key)'],
  ['x', 'X-up (X key)'],
  ['Shift+Y', '-Y-up (Shift+Y)'],
  ['Shift+Z', '-Z-up (Shift+Z)'],
  ['Shift+X', '-X-up (Shift+X)'],
  ['y', 'Y-up (Y key)'],
  ['z', 'Z-up (Z key)'],
] as const;

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, renderSettings: SMALL_DRAFTS });
});
afterAll(() => story?.close());

const lit = (name: string) => story.page.getByRole('button', { name, exact: true, pressed: true });
const undo = () => story.page.getByRole('button', { name: /^(Undo:|Nothing to undo)/ });

test('a model made with Z up is stood upright, turned by keys, kept, and rendered as it stands', async () => {
  const { page } = story;
  await dropFile(page, 'lamp.glb', LAMP);
  await waitForModel(page, hashOf(LAMP));

  // Without the panel the letters mean nothing.
  await page.keyboard.press('x');
  await page.keyboard.press('c');
  const panel = page.getByRole('region', { name: 'Coordinates' });
  await lit('Y-up (Y key)').waitFor();
  await panel.getByText('The file may be Z-up: there are signs, but they are not sure.').waitFor();
  await panel.getByText('Why').click();
  await panel.getByText('Bounding box: its middle is off the origin only along Z (weak sign)').waitFor();

  const described = await panel
    .getByRole('button', { name: '-Z-up (Shift+Z)' })
    .evaluate(
      (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    );
  expect(described).toBe('Model top points to -Z');

  expect(await listViolations(page, 'section[aria-label="Coordinates"]')).toEqual([]);

  // Upright from what was detected: Y-up stays lit (F15), and one undo takes it back.
  await panel.getByRole('button', { name: 'Stand upright (detected: Z-up)' }).click();
  await panel.getByText('Stood upright from there.').waitFor();
  await lit('Y-up (Y key)').waitFor();
  await page.keyboard.press('Control+z');
  await panel.getByText('Stands as it was made.').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await panel.getByText('Stood upright from there.').waitFor();

  // The lit button changes nothing; every key turns the top to its axis.
  await panel.getByRole('button', { name: 'Y-up (Y key)', exact: true }).click();
  await expect.poll(() => undo().getAttribute('aria-label')).toBe('Undo: Standing of the model');
  for (const [key, name] of KEYS) {
    await page.keyboard.press(key);
    await lit(name).waitFor();
    await expect.poll(() => panel.getByRole('button', { pressed: true }).count()).toBe(1);
  }
  await page.keyboard.press('Control+z');
  await lit('Y-up (Y key)').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await lit('Z-up (Z key)').waitFor();

  // A reload keeps it, once the page has said so.
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(LAMP));
  await page.getByRole('button', { name: 'Coordinates' }).click();
  await lit('Z-up (Z key)').waitFor();
  await panel.getByText('Stood upright from there.').waitFor();

  // Another model in between starts upright and forgets nothing of this one (F16).
  await dropFile(page, 'arrow.glb', ARROW);
  await waitForModel(page, hashOf(ARROW));
  await lit('Y-up (Y key)').waitFor();
  await dropFile(page, 'lamp.glb', LAMP);
  await waitForModel(page, hashOf(LAMP));
  await lit('Z-up (Z key)').waitFor();
  await panel.getByText('Stood upright from there.').waitFor();
  await page.keyboard.press('c');
  await panel.waitFor({ state: 'detached' });

  // The order's recipe stands as the stage does.
  await page.getByRole('button', { name: 'Library for Material 1' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: /Wood/ }).click();
  await page.getByRole('row', { name: 'Walnut' }).click();
  await page.getByRole('group', { name: 'Material 1' }).getByText('Walnut').waitFor();
  const { scene } = await orderRecipe(story);
  expect(scene.modelTransform).toEqual([...turnToAxis('Z_UP')]);
  // The file's z axis, third column, points up: 1.6 units make 10.
  expect(scene.normalisation.slice(8, 11).map(Math.round)).toEqual([0, 6, 0]);

  expect(story.errors).toEqual([]);
});
