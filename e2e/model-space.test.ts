import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../src/contract/http/projects.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { askAs, authorizationOf } from './support/ask-as.ts';
import { checkScreen } from './support/check-screen.ts';
import { listCovered } from './support/list-covered.ts';
import { openStory, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** A server on which the models of one person have so much room: one of these fits, both do not. */
const SPACE_BYTES = 8_000;
const boxes = (count: number) =>
  makeBoxes(
    Array.from({ length: count }, (_, k) => ({
      name: `Box ${k}`,
      size: [1, 1, 1] as const,
      centre: [2 * k, 0, 0] as const,
      colour: [0.2, 0.3, 0.8, 1] as const,
    })),
  );
const [STOOL, SHELF] = [boxes(1), boxes(4)];
const PATIENCE = { timeout: 300_000 };

let folder: string;
let server: RunningServer;
let story: Story;
let page: Page;

beforeAll(async () => {
  folder = await makeStartedFolder();
  server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    MODEL_GB_PER_PERSON: String(SPACE_BYTES / 1e9),
  });
  story = await openStory({ isEmpty: true }, server.url);
  ({ page } = story);
});

afterAll(async () => {
  await story?.close();
  await server?.stop();
  removeDataFolder(folder);
});

const projects = () => askAs<ProjectBody[]>(page, 'project/');
const hashes = async () => (await projects()).map(({ model_hash: hash }) => hash);

test('a model that the server has no room for stays on the device, is told of, and goes once there is room', async () => {
  await dropFile(page, 'stool.glb', STOOL);
  await waitForModel(page, hashOf(STOOL));
  await page.keyboard.press('Control+s');
  await expect.poll(hashes, PATIENCE).toContain(hashOf(STOOL));

  await page.evaluate(() => {
    location.hash = 'projects';
  });
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await dropFile(page, 'shelf.glb', SHELF);
  await waitForModel(page, hashOf(SHELF));
  await page.evaluate(() => {
    location.hash = 'unsent';
  });
  const list = page.getByRole('dialog', { name: 'Your work on the server' });
  const save = list.getByRole('button', { name: /^Save now/ });
  const { x = 0, y = 0 } = (await save.boundingBox()) ?? {};
  await save.click();
  const why = 'The models of your projects take all of your 8 kB on the server.';
  await list.getByText(why).waitFor(PATIENCE);
  // It comes up where the pointer is about to press something else, and makes way.
  await page.getByText(`Failed to save project model: ${why}`).waitFor();
  let moves = 0;
  const covered = async () => {
    await page.mouse.move(x + (moves++ % 8), y + 8);
    return listCovered(page);
  };
  await expect.poll(covered, PATIENCE).toEqual([]);
  await checkScreen(page, 'en', 'no room for a model');
  expect(await hashes()).not.toContain(hashOf(SHELF));
  await page.reload();
  await waitForModel(page, hashOf(SHELF));
  await list.getByText(why).waitFor(PATIENCE);

  // Another device makes room.
  const old = (await projects()).find(({ model_hash: hash }) => hash === hashOf(STOOL));
  const address = new URL(`/api/project/${old?.id}/`, page.url()).href;
  const answer = await page.request.delete(address, { headers: await authorizationOf(page) });
  expect(await answer.text()).toBe('');
  await list.getByRole('button', { name: 'Try all again' }).click();
  await list.getByText('The server has everything').waitFor(PATIENCE);
  expect(await hashes()).toContain(hashOf(SHELF));
  expect(story.errors).toEqual([]);
});
