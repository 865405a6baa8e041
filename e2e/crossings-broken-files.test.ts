import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makeHoled, makeSvgTextured, REFUSED_MODELS } from '../tests/support/broken-models.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** What a person reads of each reason. */
const SENTENCES = {
  'geometry-damaged': 'its compressed shapes cannot be unpacked',
  'nothing-visible': 'nothing of it can be seen',
  'positions-damaged': 'some points of its shapes have no place',
  elements: 'it announces more points or parts than can be drawn',
  'cut-short': 'its end is missing',
} as const;

const good = makeBoxes([{ name: 'Good', size: [1, 2, 1], centre: [0, 0, 0], colour: [0.5, 0.2, 0.1, 1] }]);

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 820 }, isEmpty: true });
});
afterAll(() => story?.close());

const card = () => story.page.getByRole('alert').filter({ hasText: 'Error loading the model' });
const view = () => story.page.getByRole('grid', { name: 'Saved views' }).getByRole('row', { name: 'View 1' });
const render = () => story.page.getByRole('button', { name: /^Render/ }).first();

test('no broken file takes the place of a good model: not on the stage, in the project, in its views, or after a reload', async () => {
  const { page, errors } = story;
  await dropFile(page, 'good.glb', good);
  await waitForModel(page, hashOf(good));
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await view().waitFor();

  for (const [name, reason, make] of REFUSED_MODELS) {
    await dropFile(page, name, make());
    await card().waitFor();
    const words = (await card().textContent()) ?? '';
    expect(words, name).toContain(`Error loading ${name}: ${SENTENCES[reason]}`);
    expect(words, name).toContain('Your project and its model are as they were.');
    // The old scene is there, can be worked with, and is what would be rendered.
    await expect
      .poll(() => page.locator('[data-model]').getAttribute('data-model'), { message: name })
      .toBe(hashOf(good));
    await expect
      .poll(() => page.getByRole('list', { name: 'Model' }).textContent(), { message: name })
      .toContain('good.glb');
    await expect.poll(() => view().count(), { message: name }).toBe(1);
    expect(await render().getAttribute('aria-disabled'), name).not.toBe('true');
    await page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
  }
  await expect.poll(() => page.getByRole('button', { name: 'Undo: Save view' }).count()).toBe(1);

  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(good));
  await view().waitFor();
  expect(await card().count()).toBe(0);

  // What is damaged in part opens, and says so by names that a person knows.
  await dropFile(page, 'oak.glb', makeSvgTextured());
  await waitForModel(page, hashOf(makeSvgTextured()));
  await page
    .getByText('1 picture of the model could not be read: the one of Oak.', { exact: false })
    .waitFor();
  await dropFile(page, 'holed.glb', makeHoled());
  await waitForModel(page, hashOf(makeHoled()));
  await page.getByText('1 triangle of holed.glb could not be drawn', { exact: false }).waitFor();
  expect(errors).toEqual([]);
});
