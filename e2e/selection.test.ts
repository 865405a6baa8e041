import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { makePng } from '../tests/support/tiny-image.ts';
import { openStory, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';
import { untilKept } from './support/until-kept.ts';

/** Five materials with a texture of the file's, and one without. */
const CHAIR = makeBoxes(
  ['Seat', 'Back', 'Legs', 'Feet', 'Arms', 'Screws'].map((name, index) => ({
    name,
    size: [1, 1, 1] as const,
    centre: [1.5 * index, 0, 0] as const,
    ...(name === 'Screws' ? {} : { texture: makePng() }),
  })),
);

/** One material with a texture, and one without. */
const STOOL = makeBoxes([
  { name: 'Top', size: [1, 1, 1], centre: [0, 1, 0], texture: makePng() },
  { name: 'Bolts', size: [1, 1, 1], centre: [0, 0, 0] },
]);

let story: Story;
beforeAll(async () => {
  story = await openStory({ viewport: { width: 1180, height: 1000 }, isEmpty: true });
});
afterAll(() => story?.close());

const mark = (name: RegExp | string) => story.page.getByRole('button', { name, exact: true });
const answered = (method: string) =>
  story.page.waitForResponse(
    (response) => response.request().method() === method && response.url().includes('/material-selection/'),
    { timeout: 300_000 },
  );

test('materials are selected for the render, refused, undone, found again and left to the automatic priority', async () => {
  const { page } = story;
  await dropFile(page, 'chair.glb', CHAIR);
  await waitForModel(page, hashOf(CHAIR));
  await mark('Selected for render (Priority 1): Seat').waitFor();
  await mark('Click to select for render: Arms').waitFor();
  await page.getByText('Chosen automatically').waitFor();
  await page.getByText('Materials in the render 4 of 4').waitFor();

  // The four of the automatic priority are full, and what has no texture never goes.
  await mark('Click to select for render: Arms').click();
  await page.getByText('Maximum 4 materials allowed. Please deselect one material first.').waitFor();
  await mark('Assign a texture from the library to select this material: Screws').click();
  await page.getByText('Material "Screws" is a default model material without assigned texture.').waitFor();

  // The first press makes the automatic choice one's own, without that material.
  const [posted] = await Promise.all([
    answered('POST'),
    mark('Selected for render (Priority 2): Back').click(),
  ]);
  expect(posted.status()).toBe(200);
  await mark('Click to select for render: Back').waitFor();
  await mark('Manually selected for render: Seat').waitFor();
  await page.getByText('3 of 4').waitFor();

  // A step like any other.
  const [deleted] = await Promise.all([
    answered('DELETE'),
    page.getByRole('button', { name: 'Undo: Deselection of Back' }).click(),
  ]);
  expect(deleted.status()).toBe(204);
  await mark('Selected for render (Priority 2): Back').waitFor();
  await Promise.all([
    answered('POST'),
    page.getByRole('button', { name: 'Redo: Deselection of Back' }).click(),
  ]);
  await mark('Click to select for render: Back').waitFor();

  // What the server refuses is taken back, and said.
  await page.route('**/material-selection/', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"server-failed"}' }),
  );
  await mark('Click to select for render: Arms').click();
  await page.getByText('Error updating material selection. Please try again.').waitFor();
  await mark('Click to select for render: Arms').waitFor();
  await page.unroute('**/material-selection/');

  // By keyboard, in the tree as in the list, and still there after a reload.
  await page.getByRole('tab', { name: /^Objects/ }).click();
  const inTree = mark('Click to select for render: Arms');
  await inTree.focus();
  const [put] = await Promise.all([answered('PUT'), inTree.press('Enter')]);
  expect(put.status()).toBe(200);
  await mark('Manually selected for render: Arms').waitFor();
  await untilKept(page);
  await page.reload();
  await waitForModel(page, hashOf(CHAIR));
  await mark('Manually selected for render: Arms').waitFor();
  await mark('Click to select for render: Back').waitFor();

  // Back to the automatic priority.
  await Promise.all([
    answered('DELETE'),
    mark('Choose the materials of the render automatically again').click(),
  ]);
  await mark('Selected for render (Priority 2): Back').waitFor();

  // Of a product with one material that can go, it is one of one.
  await dropFile(page, 'stool.glb', STOOL);
  await waitForModel(page, hashOf(STOOL));
  await page.getByRole('tab', { name: /^Materials/ }).click();
  await page.getByText('Materials in the render 1 of 1').waitFor();
  expect(story.errors).toEqual([]);
});
