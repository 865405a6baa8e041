import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** A network that lets calls through and no live channel, as the proxy of an office does it. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0] }]);
const PATIENCE = { timeout: 300_000 };

let story: Story;
beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1440, height: 900 },
    isEmpty: true,
    renderSettings: SMALL_DRAFTS,
    prepare: (context) => context.routeWebSocket(/\/ws\//, (socket) => socket.close()),
  });
  await dropFile(story.page, 'box.glb', BOX);
  await waitForModel(story.page, hashOf(BOX));
});
afterAll(() => story?.close());

test('the server is there and the live channel is not: that is said, and the picture comes all the same', async () => {
  const { page } = story;
  const pill = (words: string) => page.getByRole('status').getByRole('button', { name: words });
  const loader = page.getByRole('region', { name: 'Render progress' });
  await pill('Engine ready').waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  await pill('No live progress: the server is asked now and then').waitFor(PATIENCE);
  await loader.getByRole('status').filter({ hasText: 'Reconnecting to Render Engine...' }).waitFor(PATIENCE);
  const pictures = page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .locator('img');
  await expect.poll(() => pictures.count(), PATIENCE).toBe(1);
  await pill('Engine ready').waitFor(PATIENCE);
  expect(story.errors).toEqual([]);
});
