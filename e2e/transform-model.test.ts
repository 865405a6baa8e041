import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);

let story: Story;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1640, height: 900 },
    isEmpty: true,
    renderSettings: SMALL_DRAFTS,
  });
});
afterAll(() => story?.close());

test('a model is moved by handle, key and number, by mouse and by touch, and stays where it was put', async () => {
  const { page, context } = story;
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  const stage = page.getByRole('application', { name: '3D stage' });
  const panel = page.getByRole('region', { name: 'Transform' });
  const field = (name: string) => panel.getByRole('textbox', { name, exact: true });
  /** A field follows the stage a drawing later. */
  const holds = (name: string, value: string) => expect.poll(() => field(name).inputValue()).toBe(value);
  const undo = () => page.getByRole('button', { name: /^(Undo:|Nothing to undo)/ });
  /** Where the model's middle is seen, with the camera straight in front of it. */
  const middle = async () => {
    const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, side: box.width };
  };

  // From the front the x axis runs to the right.
  await page.keyboard.press('v');
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Front', pressed: true }).waitFor();
  await page.keyboard.press('f');

  // The toolbar takes the view helper's place, selects the model, and rendering waits.
  await page.keyboard.press('t');
  await panel.waitFor();
  expect(await page.getByRole('region', { name: 'View helper' }).count()).toBe(0);
  await panel.getByText('Hold Ctrl: 90°, 10 units, 1.5×').waitFor();
  // The button is only marked as off, so that a press can say why.
  await page.getByRole('button', { name: 'Render', exact: true }).click({ force: true });
  await page.getByText('Please deactivate the Transform tool before rendering.').waitFor();

  // A drag with Shift ends at a multiple of 5 units, as one step to undo.
  const at = await middle();
  const handle = { x: at.x + at.side * 0.1, y: at.y + 3 };
  await page.mouse.move(handle.x, handle.y);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(handle.x + at.side * 0.1, handle.y);
  await page.mouse.move(handle.x + at.side * 0.3, handle.y);
  await panel.getByText('Snapping: 45°, 5 units, 1.25×').waitFor();
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.getByRole('button', { name: 'Undo: Move model' }).waitFor();
  await holds('Position X', '5');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(
    (element) => (element as HTMLInputElement | null)?.value === '0',
    await field('Position X').elementHandle(),
  );

  // Keys step, and typing does not.
  await stage.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('e');
  await page.keyboard.press('3');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Undo: Rotate model' }).waitFor();
  await holds('Position X', '1');
  await holds('Rotation ° Y', '-10');
  await field('Scale X').fill('2');
  await field('Scale X').press('Tab');
  await panel.getByRole('button', { name: 'Reset position' }).click();
  await page.waitForFunction(
    (element) => (element as HTMLInputElement | null)?.value === '1',
    await field('Scale X').elementHandle(),
  );
  await page.keyboard.press('Control+z');

  await panel.getByRole('button', { name: 'Reset position' }).click();

  // A tap beside the model lets go of it, a tap on it takes it again.
  const view = await middle();
  await page.mouse.click(view.x + view.side * 0.45, view.y - view.side * 0.4);
  await panel.getByText('Click the model to take hold of it.').waitFor();
  await page.mouse.click(view.x + view.side * 0.13, view.y - view.side * 0.1);
  await panel.getByText(/^Hold Ctrl/).waitFor();

  // A finger drags the same handle.
  await page.keyboard.press('w');
  await page.keyboard.press('2');
  const cdp = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y, id: 1 }],
    });
  const grip = await middle();
  const undoBefore = await undo().getAttribute('aria-label');
  await touch('touchStart', grip.x + grip.side * 0.1, grip.y + 3);
  await touch('touchMove', grip.x + grip.side * 0.15, grip.y + 3);
  await touch('touchMove', grip.x + grip.side * 0.2, grip.y + 3);
  await touch('touchEnd');
  await page.waitForFunction(
    (element) => Number((element as HTMLInputElement | null)?.value) > 0.5,
    await field('Position X').elementHandle(),
  );
  // The stage tells of a drag at once; a step, which is kept, it is at its end.
  expect(undoBefore).not.toBe('Undo: Move model');
  await page.getByRole('button', { name: 'Undo: Move model' }).waitFor();
  const moved = await field('Position X').inputValue();

  // Escape puts the tool away; a reload finds the model where it was put, and no tool open.
  await stage.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  expect(await panel.count()).toBe(0);
  await page.keyboard.press('t');
  await holds('Position X', moved);
  await page.keyboard.press('t');

  // The order carries where it stands.
  const recipe = await orderRecipe(story);
  expect(recipe.scene.modelTransform[12]).toBeCloseTo(Number(moved), 1);
  expect(story.errors).toEqual([]);
});
