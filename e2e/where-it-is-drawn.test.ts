import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { askAs } from './support/ask-as.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** A project that wants an AI engine where none is: who draws then, and what the page says of it. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const PATIENCE = { timeout: 300_000 };
const UNREAD = 'Studio follows none of these words; AI does.';

let story: Story;
let page: Page;

beforeAll(async () => {
  story = await openStory({
    viewport: { width: 1600, height: 900 },
    isEmpty: true,
    renderSettings: { ...SMALL_DRAFTS, engine: 'comfyui' },
  });
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});
afterAll(() => story?.close());

const place = (name: string) =>
  page.getByRole('radiogroup', { name: 'Where it is drawn' }).getByText(name).click(PATIENCE);
async function onServer(): Promise<RenderBody[]> {
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  return (await askAs<{ results: RenderBody[] }>(page, `projects/${id}/renders/`)).results;
}

test('where this device draws, the page says beside the words that Studio follows none of them', async () => {
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('on a beach at dawn');
  await page.getByRole('button', { name: 'Engine: No AI server' }).waitFor(PATIENCE);
  expect(await page.getByText(UNREAD).count()).toBe(0);
  await place('On this device');
  await page.getByText(UNREAD).waitFor(PATIENCE);
  const keep = page.getByRole('button', { name: /^Keep exactly as it is on the stage/ });
  await keep.click();
  await page.getByText(/^It counts when an AI engine draws/).waitFor(PATIENCE);
  await keep.click();
  await place('On the server');
  await page.getByText(UNREAD).waitFor({ state: 'detached', ...PATIENCE });
});

test('a set that is ordered without a connection goes to the engine that the project wants, and says when it is not there', async () => {
  await page.route('**/api/**', (route) => route.abort());
  await page.getByText('1 × 100 credits').waitFor();
  await page
    .getByRole('radiogroup', { name: 'Where it is drawn' })
    .waitFor({ state: 'detached', ...PATIENCE });
  await page.getByRole('button', { name: 'Order a set of pictures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order a set of pictures' });
  await dialog.getByRole('button', { name: 'Send 1 picture when online' }).click(PATIENCE);
  await dialog.waitFor({ state: 'detached', ...PATIENCE });
  await page.unroute('**/api/**');
  const waiting = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Draw with Studio instead' }) });
  await waiting.waitFor(PATIENCE);
  expect(await onServer()).toEqual([]);
  await waiting.getByRole('button', { name: 'Withdraw' }).click();
  await waiting.waitFor({ state: 'detached', ...PATIENCE });
});

test('a render whose details do not come is missed in the window of downloads, and comes with another try', async () => {
  await place('On this device');
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Render', exact: true }).click(PATIENCE);
    await expect.poll(async () => (await onServer()).length, PATIENCE).toBe(count);
  }
  const [newest] = await onServer();
  const address = `**/api/render/${newest?.id}/`;
  await page.route(address, (route) => route.fulfill({ status: 404, json: { code: 'not-found' } }));
  // What this page knows of it already is gone.
  await page.reload();
  await waitForModel(page, hashOf(BOX));
  await page.evaluate(() => {
    location.hash = 'gallery';
  });
  const cards = page.locator('[data-render]');
  await expect.poll(() => cards.count(), PATIENCE).toBe(2);
  await cards.first().press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await page.getByText('2 selected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download', exact: true });
  const missing = dialog.getByText('One render could not be read: its pictures are missing here.');
  await missing.waitFor(PATIENCE);
  await dialog.getByRole('button', { name: 'Download picture' }).waitFor();
  // Those of the other one are not the first's.
  expect(await dialog.getByRole('region', { name: 'Working files' }).count()).toBe(0);
  await page.unroute(address);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('All 2', { exact: true }).waitFor(PATIENCE);
  await dialog.getByRole('region', { name: 'Working files' }).waitFor();
  expect(await missing.count()).toBe(0);
  expect(story.errors).toEqual([]);
});
