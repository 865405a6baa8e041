import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderBody } from '../src/contract/http/renders.ts';
import { makeBoxes } from '../tests/support/box-model.ts';
import { filesOf } from '../tests/support/fake-comfyui/object-info/stored-servers.ts';
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
/** A server that has come back is found within half a minute, and a page of a busy machine takes its time. */
const PATIENCE = { timeout: 300_000 };

let folder: string;
let server: RunningServer;
let story: Story;
let klein: FakeComfy;
let old: FakeComfy;

beforeAll(async () => {
  folder = await makeStartedFolder();
  const today = { generation: 'current', kind: 'core-only' } as const;
  klein = await startFakeComfy({ ...today, files: filesOf('klein', 'klein-9b') });
  old = await startFakeComfy({ kind: 'core-only', files: filesOf('klein') });
  server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    COMFY_URLS: [klein, old].map(({ url }) => url).join(','),
  });
  story = await openStory({ isEmpty: true, renderSettings: SMALL_DRAFTS }, server.url);
  await dropFile(story.page, 'box.glb', BOX);
  await waitForModel(story.page, hashOf(BOX));
});

afterAll(async () => {
  await story?.close();
  await server?.stop();
  await klein?.kill();
  await old?.kill();
  removeDataFolder(folder);
});

test('a server that has klein alone draws an order, and the picture says with what', async () => {
  const { page } = story;
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('On a marble table');
  await page.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  await page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .locator('img')
    .first()
    .waitFor(PATIENCE);
  const { id } = await askAs<{ id: number }>(page, 'project/active/');
  const { results } = await askAs<{ results: RenderBody[] }>(page, `projects/${id}/renders/`);
  expect(results[0]?.provenance).toMatchObject([{ family: 'klein-4b', licence: 'Apache-2.0' }]);
  const [job] = (await klein.journal()).filter(
    (one) => one.kind === 'request' && one.route === 'POST /prompt',
  );
  const { prompt } = (job as unknown as { body: { prompt: Record<string, { inputs: { text?: string } }> } })
    .body;
  expect(prompt.guider_text?.inputs.text).toContain('On a marble table.');
  expect((await old.journal()).some(({ kind }) => kind === 'queued')).toBe(false);
});

test('staff see what each server has of each model, and what an update would bring', async () => {
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
    const today = dialog.getByRole('article', { name: `127.0.0.1:${klein.port}` });
    await today.getByRole('button', { name: /FLUX\.2 klein 4B\s*Draws\s*Apache-2\.0/ }).waitFor(PATIENCE);
    const large = today.getByRole('button', {
      name: /FLUX\.2 klein 9B\s*There, not used\s*FLUX Non-Commercial/,
    });
    expect(await large.getAttribute('aria-expanded')).toBe('true');
    await today.getByText(/Its licence does not let pictures be sold/).waitFor();

    const before = dialog.getByRole('article', { name: `127.0.0.1:${old.port}` });
    await before.getByText('Cannot be used').waitFor();
    const small = before.getByRole('group', { name: /^FLUX\.2 klein 4B/ });
    await small.getByText(/EmptyFlux2LatentImage, Flux2Scheduler.*flux2/).waitFor();
    await small.getByText('In ComfyUI 0.9.2 and newer, for every picture').waitFor();
    const folded = before.getByRole('button', { name: /Z-Image-Turbo\s*Lacks/ });
    expect(await folded.getAttribute('aria-expanded')).toBe('false');
    await folded.click();
    await before.getByText('File in models/model_patches, for shape').waitFor();
    for (const [width, height] of [
      [1440, 900],
      [820, 1180],
    ] as const) {
      await staff.setViewportSize({ width, height });
      if (process.env.LOOK) {
        await staff.screenshot({ path: `${process.env.LOOK}/engines-${width}.png` });
        await before.scrollIntoViewIfNeeded();
        await folded.scrollIntoViewIfNeeded();
        await staff.screenshot({ path: `${process.env.LOOK}/engines-${width}-b.png` });
      }
      const isCut = await today.evaluate((card) => card.scrollWidth > card.clientWidth);
      expect(isCut).toBe(false);
    }
    await today.getByRole('button', { name: /^Test / }).click();
    await today.getByText(/^Drew a tiny picture in /).waitFor(PATIENCE);
  } finally {
    await context.close();
  }
});

test('a server that loses its model is told, and the order waits for one that can', async () => {
  const { page } = story;
  await klein.set({ files: filesOf() });
  await page.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  const status = page.getByRole('region', { name: 'Render progress' }).getByRole('status');
  await status.filter({ hasText: 'Waiting for an AI server' }).waitFor(PATIENCE);
  await klein.set({ files: filesOf('klein') });
  const pictures = page
    .getByRole('region', { name: 'Renders of this project' })
    .getByRole('button')
    .locator('img');
  await expect.poll(() => pictures.count(), PATIENCE).toBe(2);
  expect(story.errors).toEqual([]);
});
