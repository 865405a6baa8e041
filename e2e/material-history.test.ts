import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { listViolations } from './support/list-violations.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** Red, as the file has it. */
const CRATE = makeBoxes([{ name: 'Crate', size: [2, 2, 2], centre: [0, 0, 0], colour: [0.8, 0, 0, 1] }]);

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 820 }, isEmpty: true });
});
afterAll(() => story?.close());

const button = (name: string | RegExp) => story.page.getByRole('button', { name, exact: true });
const crate = () => story.page.getByRole('group', { name: 'Crate', exact: true });
const history = () => story.page.getByRole('dialog', { name: 'Versions of Crate' });
const version = (number: number) =>
  history().getByRole('button', { name: new RegExp(`^Version ${number}\\b`) });
const line = (name: string | RegExp) => history().getByRole('row', { name });

async function dress(name: string): Promise<void> {
  const { page } = story;
  await button('Library for Crate').click();
  const library = page.getByRole('dialog', { name: 'Select a Material' });
  await library.getByRole('searchbox').fill(name);
  await library.getByRole('row', { name, exact: true }).click();
  await crate().getByText(name).waitFor();
}

/** Resolves when the server has the project as it stands. */
async function save(): Promise<void> {
  await button('Save Project (Changes detected)').click();
  await button('Save Project (No changes)').waitFor();
}

async function openHistory(): Promise<void> {
  const { page } = story;
  if ((await button('More for Crate').count()) === 0) await button('Settings of Crate').click();
  await button('More for Crate').click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await history().waitFor();
}

async function findNothing(screen: string): Promise<void> {
  expect(await listViolations(story.page), screen).toEqual([]);
}

/** Which of red and blue the middle of the stage has more of. */
async function hue(): Promise<'red' | 'blue' | 'neither'> {
  const stage = story.page.getByRole('application', { name: '3D stage' });
  const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: box.x + box.width / 2 - 8, y: box.y + box.height / 2 - 8, width: 16, height: 16 };
  const { channels } = await sharp(await story.page.screenshot({ clip })).stats();
  const [r = 0, , b = 0] = channels.map(({ mean }) => mean);
  if (Math.abs(r - b) < 15) return 'neither';
  return r > b ? 'red' : 'blue';
}
const stageIs = (expected: 'red' | 'blue') => expect.poll(hue, { timeout: 300_000 }).toBe(expected);

test('versions of a material are listed, compared and brought back, on the stage and in the list, and taken back', async () => {
  const { page } = story;
  await dropFile(page, 'crate.glb', CRATE);
  await waitForModel(page, hashOf(CRATE));
  await crate().waitFor();
  await stageIs('red');
  await dress('Navy canvas');
  await stageIs('blue');
  await save();
  await dress('Oak');
  await save();

  await openHistory();
  await version(3).waitFor();
  await expect.poll(() => history().getByRole('list').getByRole('listitem').count()).toBe(3);
  await expect.poll(() => version(1).textContent()).toContain('Original state');
  // The newest is what stands: nothing to bring back.
  await history().getByText('Nothing differs.').waitFor();
  await expect.poll(() => button('Restore version 3').isDisabled()).toBe(true);

  // Two earlier ones side by side.
  await version(2).click();
  await line(/^Texture differs Oak Navy canvas$/).waitFor();
  await history()
    .getByRole('button', { name: /Compare with/ })
    .click();
  await page.getByRole('option', { name: 'Version 1' }).click();
  await line(/^Texture differs As in the file Navy canvas$/).waitFor();
  await findNothing('history');

  await history().getByRole('textbox', { name: 'Comment' }).fill('The blue one after all');
  await button('Restore version 2').click();
  await page.getByText('Version 2 is back. You can undo it.').waitFor();
  await history().waitFor({ state: 'detached' });
  await crate().getByText('Navy canvas').waitFor();
  await stageIs('blue');
  // The server has it already.
  await button('Save Project (No changes)').waitFor();

  await button('Undo: Version 2 of Crate').click();
  await crate().getByText('Oak').waitFor();
  await stageIs('red');
  await button('Redo: Version 2 of Crate').click();
  await crate().getByText('Navy canvas').waitFor();
  await stageIs('blue');

  await openHistory();
  await version(4).getByText('The blue one after all').waitFor();
  await page.keyboard.press('Escape');
  await history().waitFor({ state: 'detached' });

  // Still so after a reload.
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(CRATE));
  await crate().getByText('Navy canvas').waitFor();
  await stageIs('blue');
  await findNothing('materials');
  expect(story.errors).toEqual([]);
});
