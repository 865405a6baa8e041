import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreen } from './support/check-screen.ts';
import { openStory, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';

/** The server is worked on while somebody works: they are told, go on, and nothing of theirs is lost. */

let folder: string;
let port: number;
let product: RunningServer;
let story: Story;
beforeAll(async () => {
  folder = await makeStartedFolder();
  port = await findFreePort();
  product = await startProduct(folder, port);
  story = await openStory({ isEmpty: true, viewport: { width: 820, height: 1180 } }, product.url);
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
  vitrine('maintenance', 'on', '--message', 'Back at noon.');
  const notice = page.getByText('The server is being worked on.');
  await notice.getByText('Back at noon.').waitFor();
  await checkScreen(page, 'en', 'maintenance');
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await page.getByPlaceholder('What the picture should look like').fill('kept meanwhile');
  await page.keyboard.press('Control+s');
  expect(await (await refused).json()).toMatchObject({ code: 'maintenance' });
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.status() === 200,
  );
  vitrine('maintenance', 'off');
  await notice.waitFor({ state: 'detached' });
  expect(await (await saved).json()).toMatchObject({ positive_prompt: 'kept meanwhile' });
  expect(errors).toEqual([]);
});
