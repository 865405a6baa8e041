import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAnimated } from '../tests/support/animated-model.ts';
import { makeArrow } from '../tests/support/box-model.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { orderRecipe } from './support/order-recipe.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, renderSettings: SMALL_DRAFTS, reducedMotion: 'no-preference' });
});
afterAll(() => story?.close());

test('a moment of an animation is chosen, played, kept with its model, and rendered', async () => {
  const { page } = story;
  const glb = await makeAnimated();
  await dropFile(page, 'post.glb', glb);
  await waitForModel(page, hashOf(glb));

  const choice = page.getByRole('button', { name: /Pose/ }).first();
  await choice.click();
  await page.getByRole('option', { name: 'Go' }).click();
  const group = page.getByRole('group', { name: 'Moment', exact: true });
  const slider = group.getByRole('slider', { name: 'Moment' });
  const seconds = group.getByRole('textbox', { name: 'Moment in seconds' });
  await slider.waitFor();
  expect(await seconds.inputValue()).toBe('0.00');

  // By keys, by a number, and by an undo.
  await slider.focus();
  await page.keyboard.press('End');
  expect(await seconds.inputValue()).toBe('2.00');
  await page.keyboard.press('ArrowLeft');
  expect(await seconds.inputValue()).toBe('1.99');
  await seconds.fill('0.75');
  await seconds.press('Enter');
  await group.getByText('0.75 s', { exact: true }).waitFor();
  expect(await listViolations(page, 'fieldset[aria-label="Moment"]')).toEqual([]);

  // It plays until something else is used, and stays where it is then.
  await group.getByRole('button', { name: 'Play the animation' }).click();
  await group.getByRole('button', { name: 'Pause here' }).waitFor();
  await page.waitForFunction(() => {
    const input = document.querySelector<HTMLInputElement>(
      'fieldset[aria-label="Moment"] input[type="text"]',
    );
    return input !== null && input.value !== '0.75';
  });
  await page.getByRole('tab', { name: 'Objects' }).click();
  await page.getByRole('tab', { name: 'Materials' }).click();
  await group.getByRole('button', { name: 'Play the animation' }).waitFor();
  await seconds.fill('1.5');
  await seconds.press('Enter');
  await group.getByText('1.5 s', { exact: true }).waitFor();

  // Another model has no pose of this one's, which comes back with it.
  const arrow = makeArrow('y');
  await dropFile(page, 'arrow.glb', arrow);
  await waitForModel(page, hashOf(arrow));
  await group.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await waitForModel(page, hashOf(glb));
  await group.getByText('1.5 s', { exact: true }).waitFor();

  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(glb));
  await group.getByText('1.5 s', { exact: true }).waitFor();

  // Where less motion is wanted nothing plays, and it says why.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await group.getByText('Playing is off: this device asks for less motion.').waitFor();
  expect(await group.getByRole('button', { name: 'Play the animation' }).count()).toBe(0);

  expect((await orderRecipe(story)).scene.pose).toEqual({ clip: 0, seconds: 1.5 });
  expect(story.errors).toEqual([]);
});
