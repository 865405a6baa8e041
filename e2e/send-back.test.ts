import type { Page } from 'playwright';
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
const PATIENCE = { timeout: 300_000 };

let folder: string;
let server: RunningServer;
let story: Story;
let page: Page;
let fake: FakeComfy;

beforeAll(async () => {
  folder = await makeStartedFolder();
  fake = await startFakeComfy({});
  server = await startProduct(folder, await findFreePort(), { RATE_LIMIT_FACTOR: '0', COMFY_URLS: fake.url });
  story = await openStory({ isEmpty: true, renderSettings: SMALL_DRAFTS }, server.url);
  ({ page } = story);
  await dropFile(page, 'box.glb', BOX);
  await waitForModel(page, hashOf(BOX));
});

afterAll(async () => {
  await story?.close();
  await server?.stop();
  await fake?.kill();
  removeDataFolder(folder);
});

/** Credits of the person, as the server counts them. */
const credits = async () => (await askAs<{ credits: number }>(page, 'users/me/')).credits;
const pictures = () =>
  page.getByRole('region', { name: 'Renders of this project' }).getByRole('button').locator('img');

test('a person sends a bad picture back with a reason and has the credits again; staff see why', async () => {
  await page.getByRole('button', { name: 'Render with AI', exact: true }).click(PATIENCE);
  await expect.poll(() => pictures().count(), PATIENCE).toBe(1);
  const paid = await credits();
  await pictures().first().click();
  const result = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Run again' }) });
  const open = result.getByRole('button', { name: 'Send back', exact: true });

  // It needs the network, and says so.
  await open.waitFor(PATIENCE);
  await page.route('**/api/**', (route) => route.abort());
  await story.context.setOffline(true);
  await expect.poll(() => open.isDisabled(), PATIENCE).toBe(true);
  await story.context.setOffline(false);
  await page.unroute('**/api/**');
  await expect.poll(() => open.isDisabled(), PATIENCE).toBe(false);

  // By keyboard alone: the reason, the words, and the button.
  await open.focus();
  await page.keyboard.press('Enter');
  const ask = page.getByRole('dialog', { name: 'Send this picture back' });
  const send = ask.getByRole('button', { name: 'Send back', exact: true });
  await ask.getByRole('radiogroup', { name: 'What is wrong with it?' }).waitFor();
  expect(await send.isDisabled()).toBe(true);
  await ask.getByRole('radio', { name: 'A material is wrong' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('It is oak.');
  await send.focus();
  await page.keyboard.press('Enter');
  await ask.waitFor({ state: 'detached', ...PATIENCE });

  await page.getByText('Sent back. 100 credits are yours again.').waitFor(PATIENCE);
  await result
    .getByText('Sent back: its credits came back, and only the small picture is left.')
    .waitFor(PATIENCE);
  await result.getByText('A material is wrong').waitFor();
  expect(await credits()).toBe(paid + 100);
  expect(await open.count()).toBe(0);
  expect(await result.getByRole('button', { name: 'Download PNG' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  // The history of credits says what it was.
  await page.evaluate(() => {
    location.hash = 'ledger';
  });
  await page.getByText(/^Render \d+: a picture was sent back$/).waitFor(PATIENCE);
  expect(story.errors).toEqual([]);

  // Staff see the rate and the words.
  const context = await story.context.browser()!.newContext({ locale: 'en-GB' });
  try {
    const staff = await context.newPage();
    await staff.goto(server.ownerLink ?? '');
    await staff.getByLabel('Name').fill('Olga Owner');
    await staff.getByLabel('E-mail').fill('owner@example.com');
    await staff.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
    await staff.getByRole('button', { name: 'Become the owner' }).click();
    await staff.getByRole('button', { name: 'Staff', exact: true }).click(PATIENCE);
    const place = staff.getByRole('dialog', { name: 'Staff' });
    await place.getByRole('tab', { name: 'Returns' }).click();
    await place.getByText('It is oak.').waitFor(PATIENCE);
    expect(
      await place.getByRole('table').getByRole('row').nth(1).getByRole('cell').allTextContents(),
    ).toEqual(['1', '0', '100']);
  } finally {
    await context.close();
  }
});
