import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { checkScreen } from './support/check-screen.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** The server is worked on while somebody works: they are told, go on, and nothing of theirs is lost. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);

let folder: string;
let port: number;
let product: RunningServer;
let story: Story;
beforeAll(async () => {
  folder = await makeStartedFolder();
  port = await findFreePort();
  product = await startProduct(folder, port);
  story = await openStory(
    { isEmpty: true, renderSettings: SMALL_DRAFTS, viewport: { width: 820, height: 1180 } },
    product.url,
  );
});
afterAll(async () => {
  await story?.close();
  await product?.stop();
  removeDataFolder(folder);
});

const vitrine = (...args: string[]) =>
  execFileSync(process.execPath, ['dist/server/vitrine.js', ...args], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), COMFY_URLS: 'off' },
  });

test('the page says so, keeps what is changed, and sends it when it is over', async () => {
  const { page, errors } = story;
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
  vitrine('maintenance', 'on', '--message', 'Back at noon.');
  const notice = page.getByText('The server is being worked on.');
  await notice.getByText('Back at noon.').waitFor();
  await checkScreen(page, 'en', 'maintenance');
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await page.getByPlaceholder('What the picture should look like').fill('kept meanwhile');
  await page.keyboard.press('Control+s');
  expect(await (await refused).json()).toMatchObject({ code: 'maintenance' });
  // An order behind that change waits as well, and does not hold the button meanwhile.
  const render = page.getByRole('button', { name: /^Render/ }).first();
  await render.click();
  await page.getByRole('button', { name: 'Saving & Preparing...' }).waitFor({ state: 'detached' });
  await render.waitFor();

  // What is not kept to be sent afterwards is not said to be.
  await page.evaluate(() => {
    location.hash = 'settings';
  });
  await page.getByRole('tab', { name: 'Programs' }).click();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address of the program').fill('https://shop.example.com/hook');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('alert');
  await answer.getByText('Nothing was changed. Back at noon.').waitFor();
  expect(await answer.getByText('sent afterwards').count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const ordered = page.waitForResponse(
    (sent) => sent.request().method() === 'POST' && sent.url().endsWith('/api/render/') && sent.ok(),
  );
  const saved = page.waitForResponse(
    async (sent) =>
      sent.request().method() === 'PATCH' &&
      sent.ok() &&
      (await sent.json()).positive_prompt === 'kept meanwhile',
  );
  vitrine('maintenance', 'off');
  await notice.waitFor({ state: 'detached' });
  await Promise.all([saved, ordered]);
  expect(errors).toEqual([]);
});
