import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBoxes } from '../tests/support/box-model.ts';
import { type FakeComfy, startFakeComfy } from '../tests/support/fake-comfyui/start-fake-comfy.ts';
import { askAs } from './support/ask-as.ts';
import { openStory, SMALL_DRAFTS, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { dropFile, hashOf, waitForModel } from './support/stage.ts';

const BOX = makeBoxes([{ name: 'Box', size: [1, 1, 1], centre: [0, 0, 0], colour: [0.2, 0.3, 0.8, 1] }]);
const PROMPT = 'A box on a marble table in the morning';
/** A server that has come back is found within half a minute, and a page of a busy machine takes its time. */
const PATIENCE = { timeout: 300_000 };

let folder: string;
let server: RunningServer;
let story: Story;
let page: Page;
/** Those that are not killed yet. */
let alive: FakeComfy[] = [];
let ports: number[] = [];

beforeAll(async () => {
  folder = await makeStartedFolder();
  mkdirSync(join(folder, 'workflows'));
  writeFileSync(join(folder, 'workflows/Broken.json'), '{"nodes": [], "links": []}');
  alive = await Promise.all([1, 2].map(() => startFakeComfy({ holdAt: ['ckpt', 'sample@4'] })));
  ports = alive.map(({ port }) => port);
  server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: alive.map(({ url }) => url).join(','),
  });
  story = await openStory({ isEmpty: true, renderSettings: SMALL_DRAFTS }, server.url);
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});

afterAll(async () => {
  await story?.close();
  await server?.stop();
  await Promise.all(alive.map((fake) => fake.kill()));
  removeDataFolder(folder);
});

/** The server that got the order, once it stops there. */
const holding = (at: string): Promise<FakeComfy> =>
  Promise.race(alive.map((fake) => fake.until({ kind: 'held', at }).then(() => fake)));

async function kill(fake: FakeComfy): Promise<void> {
  alive = alive.filter((each) => each !== fake);
  await fake.kill();
}

/** The tests tell one story: what one leaves, the next finds. */
function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The test before this one did not come so far.');
  return value;
}

const status = () => page.getByRole('region', { name: 'Render progress' }).getByRole('status');
const says = (text: string) => status().filter({ hasText: text }).waitFor(PATIENCE);
const pictures = () =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img');
const renderWithAi = () => page.getByRole('button', { name: 'Render with AI', exact: true });

/** Credits of the person, as the server counts them. */
const credits = async () => (await askAs<{ credits: number }>(page, 'users/me/')).credits;

test('with an AI server the button says so, the server tells what it does, and a clean picture is there', async () => {
  // A server is there: the button and the engine's line say so.
  await renderWithAi().waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Engine: ComfyUI ready' }).waitFor();
  await page.getByRole('textbox', { name: 'Prompt' }).fill(PROMPT);
  const before = await credits();

  // What the server does is told as it does it, with a picture of it as soon as there is one.
  await renderWithAi().click();
  await says('Loading AI model...');
  await page.getByText('The server says nothing while it loads. It can take minutes.').waitFor();
  const fake = await holding('ckpt');
  await fake.command({ do: 'release', at: 'ckpt' });
  await says('Generating AI image...');
  const preview = page.getByRole('img', { name: 'Live preview' });
  await preview.waitFor(PATIENCE);
  expect(await preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await fake.command({ do: 'release' });
  await expect.poll(() => pictures().count(), PATIENCE).toBe(1);
  await expect.poll(credits, PATIENCE).toBe(before - 100);

  // The recipe is inside what a person downloads, the server's graph is not; it says where it was made.
  await pictures().first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('ComfyUI 0.3.64').waitFor(PATIENCE);
  // Nothing of the product is the AI's.
  await dialog.getByText('Product kept exactly').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  const png = readFileSync(await download.path());
  expect(png.includes(PROMPT)).toBe(true);
  expect(png.includes('KSampler')).toBe(false);
  expect(await sharp(png).metadata()).toMatchObject({ width: 64, height: 64 });
  await page.keyboard.press('Escape');
  expect(story.errors).toEqual([]);
});

test('a server dies in the middle: another one finishes the order, and it is charged once', async () => {
  const before = await credits();
  for (const fake of alive) {
    await fake.set({ holdAt: ['sample@4'] });
    await fake.command({ do: 'clear-journal' });
  }
  await renderWithAi().click();
  const dying = await holding('sample@4');
  await says('Generating AI image...');
  await kill(dying);
  const other = await holding('sample@4');
  await says('Generating AI image...');
  await other.command({ do: 'release' });
  await expect.poll(() => pictures().count(), PATIENCE).toBe(2);
  await expect.poll(credits, PATIENCE).toBe(before - 100);
  const sent = (await other.journal()).filter((each) => each.kind === 'queued');
  expect(sent).toHaveLength(1);
  expect(story.errors).toEqual([]);
});

test('where all are gone an order keeps its place and says so, until the person has Studio draw it', async () => {
  const before = await credits();
  const last = must(alive[0]);
  await last.set({ holdAt: ['sample@4'] });
  await last.command({ do: 'clear-journal' });
  await renderWithAi().click();
  await last.until({ kind: 'held' });
  await kill(last);
  await says('Waiting for an AI server...');
  await page.getByText('Your order keeps its place.').waitFor();
  await page.getByRole('button', { name: 'Draw with Studio instead' }).click();
  await expect.poll(() => pictures().count(), { timeout: 300_000 }).toBe(3);
  await expect.poll(credits, PATIENCE).toBe(before - 100);
  await page.getByRole('button', { name: 'Render', exact: true }).waitFor(PATIENCE);
  expect(story.errors).toEqual([]);
});

test('staff see every server and what it lacks, and test one with a press', async () => {
  const [gonePort = 0, backPort = 0] = ports;
  const back = await startFakeComfy({ port: backPort, kind: 'core-only' });
  alive.push(back);
  const context = await story.context.browser()!.newContext({ locale: 'en-GB' });
  try {
    const staff = await context.newPage();
    await staff.goto(server.ownerLink ?? '');
    await staff.getByLabel('Name').fill('Olga Owner');
    await staff.getByLabel('E-mail').fill('owner@example.com');
    await staff.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
    await staff.getByRole('button', { name: 'Become the owner' }).click();
    await staff.getByRole('button', { name: 'Staff', exact: true }).waitFor();
    await staff.evaluate(() => {
      location.hash = 'engines';
    });
    const dialog = staff.getByRole('dialog', { name: 'Staff' });
    const card = dialog.getByRole('article', { name: `127.0.0.1:${backPort}` });
    await card.getByText('Shape, materials and style only roughly').waitFor(PATIENCE);
    await card.getByText('ComfyUI_IPAdapter_plus').waitFor();
    await card.getByText('in custom_nodes, for materials').waitFor();
    const gone = dialog.getByRole('article', { name: `127.0.0.1:${gonePort}` });
    await gone.getByText('Offline').waitFor();
    await dialog.getByText(/choose "Export \(API\)" instead/).waitFor();

    await card.getByRole('button', { name: /^Test / }).click();
    await card.getByText(/^Drew a tiny picture in /).waitFor(PATIENCE);
    expect((await back.journal()).filter(({ kind }) => kind === 'queued')).toHaveLength(1);
  } finally {
    await context.close();
  }
});
