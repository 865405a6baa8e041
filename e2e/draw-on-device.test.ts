import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { openStory, SMALL_DRAFTS, type Story, signIn } from './support/open-story.ts';
import { pressEnter } from './support/press-enter.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** Pictures that the person's own device draws: beside a server, without one, and how they come to it, once. */

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const PATIENCE = { timeout: 120_000 };

let folder: string;
let port: number;
let server: RunningServer;
let story: Story;
let page: Page;

const start = (): Promise<RunningServer> =>
  startProduct(folder, port, { RATE_LIMIT_FACTOR: '0', COMFY_URLS: 'off' });
beforeAll(async () => {
  folder = await makeStartedFolder();
  port = await findFreePort();
  server = await start();
  const viewport = { width: 1600, height: 800 };
  story = await openStory({ viewport, isEmpty: true, renderSettings: SMALL_DRAFTS }, server.url);
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});
afterAll(async () => {
  await story?.close();
  await server?.stop();
  removeDataFolder(folder);
});

const renders = (of = page) => of.getByRole('region', { name: 'Renders of this project' });
const pictures = (of = page) => renders(of).getByRole('button').locator('img');
const render = () => page.getByRole('button', { name: 'Render', exact: true });
const count = async (of: Page, wanted: number): Promise<void> => {
  await expect.poll(() => pictures(of).count()).toBe(wanted);
};

test('with a connection it is a choice in words beside the button, and costs nothing', async () => {
  const place = page.getByRole('radiogroup', { name: 'Where it is drawn' });
  await place.getByRole('radio', { name: 'On the server' }).waitFor();
  await page.getByText('200 credits', { exact: false }).first().waitFor();
  await place.getByText('On this device').click();
  await page.getByText('Studio on this device, free').first().waitFor();
  await render().click();
  await count(page, 1);
  await page.getByRole('button', { name: /2,000 credits/ }).waitFor(PATIENCE);
  // It is the server's by now, and there once.
  await page.getByText('Saved on this device').waitFor({ state: 'attached' });
});
