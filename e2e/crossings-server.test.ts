import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { type FakeComfy, startFakeComfy } from '../tests/support/fake-comfyui/start-fake-comfy.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

/** The server is killed under a stage at rest, a running render and an upload, and comes back: what the page says is so. */

const colour = [0.2, 0.3, 0.8, 1] as const;
const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour }]);
const OTHER = makeBoxes([{ name: 'Other', size: [2, 1, 1], centre: [0, 0, 0], colour }]);
const PATIENCE = { timeout: 300_000 };
const AWAY = 'Server not reached, work is safe here';

let folder: string;
let port: number;
let comfy: FakeComfy;
let server: RunningServer;
let story: Story;
let page: Page;

const start = async (): Promise<RunningServer> =>
  startProduct(folder, port, { RATE_LIMIT_FACTOR: '0', COMFY_URLS: comfy.url });
beforeAll(async () => {
  folder = await makeStartedFolder();
  port = await findFreePort();
  comfy = await startFakeComfy({ holdAt: ['sample@4'] });
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
  await comfy?.kill();
  removeDataFolder(folder);
});

const loader = () => page.getByRole('region', { name: 'Render progress' });
const says = (text: string) => loader().getByRole('status').filter({ hasText: text }).waitFor(PATIENCE);
const pill = (text: string) => page.getByRole('banner').getByText(text, { exact: true }).waitFor(PATIENCE);
const render = (label: string) => page.getByRole('button', { name: label, exact: true });
const engine = () => page.getByRole('button', { name: /^Engine: / });

/** Every sentence about the way to a picture, as it is true when all is well. */
async function isWell(): Promise<void> {
  await says('Ready');
  await pill('Engine ready');
  await render('Render with AI').waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Engine: ComfyUI ready' }).waitFor(PATIENCE);
  await loader().getByText('2 servers').waitFor(PATIENCE);
}
/** None of them is left while there is no server. */
async function isAway(pillText: string, loaderText: string): Promise<void> {
  await pill(pillText);
  await says(loaderText);
  await render('Render').waitFor(PATIENCE);
  // The places of the page learn of it one after another, and none goes on telling what was.
  await expect.poll(() => engine().count()).toBe(0);
  await expect
    .poll(() => page.locator('body').ariaSnapshot())
    .not.toMatch(
      /\bReady\b|Engine ready|\d servers?\b|Queue position|Time left|About .* left|Render with AI/,
    );
  await expect.poll(() => loader().getByRole('progressbar').count()).toBe(0);
  await expect.poll(() => loader().getByRole('button').count()).toBe(0);
}

test('a stage at rest: the server killed, the page offline, the AI server gone, and all of them back', async () => {
  await isWell();
  await server.kill();
  await isAway(AWAY, 'The server does not answer');
  // This device is left to draw with, and it is said so.
  await page.getByText('Studio on this device, free').last().waitFor(PATIENCE);
  server = await start();
  await isWell();

  await story.context.setOffline(true);
  await isAway('Offline, work is safe here', 'Offline');
  await story.context.setOffline(false);
  await isWell();

  await comfy.command({ do: 'refuse' });
  // What is left is Studio, which is one.
  await loader()
    .getByText('2 servers')
    .waitFor({ state: 'detached', ...PATIENCE });
  await says('Ready');
  await render('Render').waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Engine: Studio, not AI' }).waitFor(PATIENCE);
  await comfy.command({ do: 'accept' });
  await isWell();
  expect(story.errors).toEqual([]);
});

test('a running render: what it was at is not told as if it were so now, and it is drawn when the server is back', async () => {
  await render('Render with AI').click(PATIENCE);
  await comfy.until({ kind: 'held' });
  await says('Generating AI image...');
  await pill('All AI servers busy');
  await server.kill();
  await isAway(AWAY, 'The server does not answer. The render is taken up again when it is back.');
  server = await start();
  await says('Generating AI image...');
  await comfy.command({ do: 'release' });
  await comfy.set({ holdAt: [] });
  const pictures = page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .locator('img');
  await expect.poll(() => pictures.count(), PATIENCE).toBe(1);
  await isWell();
  expect(story.errors).toEqual([]);
});

test('all AI servers busy: that is said, with the place, and not that none is there', async () => {
  await comfy.set({ holdAt: ['sample@4'] });
  await comfy.command({ do: 'clear-journal' });
  await render('Render with AI').click(PATIENCE);
  await comfy.until({ kind: 'held' });
  await render('Render with AI').click(PATIENCE);
  await page
    .getByRole('grid', { name: 'Waiting renders' })
    .getByText('All AI servers are busy. Your place: 1')
    .waitFor(PATIENCE);
  expect(await page.getByText('Waiting for an AI server...').count()).toBe(0);
  await comfy.command({ do: 'release' });
  await comfy.set({ holdAt: [] });
  await isWell();
  expect(story.errors).toEqual([]);
});

test('an upload: no progress is told while nobody takes it, and it goes on when the server is back', async () => {
  await dropFile(page, 'other.glb', OTHER);
  await waitForModel(page, hashOf(OTHER));
  let isHeld = (): void => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  let letGo = (): void => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const isModel = /\/api\/project\/\d+\/$/;
  await page.route(isModel, async (route) => {
    const type = route.request().headers()['content-type'] ?? '';
    if (type.startsWith('multipart/')) {
      isHeld();
      await gone;
    }
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Save Project (Changes detected)' }).click(PATIENCE);
  await held;
  await server.kill();
  letGo();
  await page.unroute(isModel);
  await isAway(AWAY, 'The server does not answer');
  expect(await page.locator('body').ariaSnapshot()).not.toMatch(/Sending|Saving to the server/);
  server = await start();
  await page.getByRole('button', { name: 'Save Project (No changes)' }).waitFor(PATIENCE);
  await isWell();
  expect(story.errors).toEqual([]);
});
