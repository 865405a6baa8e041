import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../tests/support/webhook-receiver.ts';
import { checkScreen } from './support/check-screen.ts';
import { listSmall } from './support/list-small.ts';
import { openStory, type Story } from './support/open-story.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';

/** Programs in the settings, where they meet Escape, a lost connection, another tab, another language, a finger and a long address. */

let folder: string;
let server: RunningServer;
let receiver: WebhookReceiver;
let story: Story;
let page: Page;
let hooks: Locator;
beforeAll(async () => {
  folder = await makeStartedFolder();
  receiver = await startWebhookReceiver();
  server = await startProduct(folder, await findFreePort(), { WEBHOOK_ORIGINS: receiver.origin });
  story = await openStory(
    { isEmpty: true, hasTouch: true, viewport: { width: 820, height: 1180 } },
    server.url,
  );
  ({ page } = story);
  hooks = page.getByRole('region', { name: 'Webhooks' });
  await openPrograms(page);
});
afterAll(async () => {
  await story?.close();
  await server?.stop();
  await receiver?.stop();
  removeDataFolder(folder);
});

async function openPrograms(of: Page): Promise<void> {
  await of.getByRole('button', { name: 'Account', exact: true }).waitFor();
  await of.evaluate(() => {
    location.hash = 'settings';
  });
  await of.getByRole('tab', { name: 'Programs' }).click();
}
const addButton = () => hooks.getByRole('button', { name: 'Add a webhook' });
const address = () => hooks.getByLabel('Address of the program');
async function add(url: string): Promise<void> {
  await addButton().click();
  await address().fill(url);
  await address().press('Enter');
  await hooks.getByRole('button', { name: 'I have kept it' }).click();
}
async function choose(of: Page, url: string, item: string): Promise<void> {
  await of.getByRole('button', { name: `More for ${url}`, exact: true }).click();
  await of.getByRole('menuitem', { name: item }).click();
}
const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((it) => it === document.activeElement)).toBe(true);

test('Escape leaves the form, not the settings, and the focus is where it was', async () => {
  await addButton().press('Enter');
  await address().fill('https://half.example');
  await address().press('Escape');
  await address().waitFor({ state: 'detached' });
  await hasFocus(addButton());
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await openPrograms(page);
});

test('a long address is told by its beginning and its end, everything under a finger is as large as one', async () => {
  const long = `${receiver.origin}/${'long-path-'.repeat(150)}/end`;
  await add(receiver.url);
  await add(long);
  const more = hooks.getByRole('button', { name: /^More for .{20,50}….*\/end$/ });
  await more.waitFor();
  expect(await hooks.getByText(long).count()).toBe(0);
  expect(await listSmall(page)).toEqual([]);
  await more.click();
  await page.getByRole('menuitem', { name: 'Change the webhook' }).click();
  expect(await address().inputValue()).toBe(long);
  const row = hooks.getByRole('listitem').filter({ has: page.getByLabel('Address of the program') });
  const [within, field] = await Promise.all([row.boundingBox(), address().boundingBox()]);
  expect(field?.width).toBeGreaterThan((within?.width ?? 0) * 0.9);
  await checkScreen(page, 'en', 'changing a long address');
  await hooks.getByRole('button', { name: 'Cancel' }).click();
});

test('without a connection nothing can be sent, what is written stays, and back online it goes', async () => {
  await addButton().click();
  await address().fill(`${receiver.origin}/half`);
  await story.context.setOffline(true);
  const told = page.getByRole('dialog').getByText('No connection: this needs the server.');
  await told.waitFor();
  // It stands in the upper part of the tab however far that was scrolled.
  expect(await told.evaluate((it) => it.getBoundingClientRect().top > 0)).toBe(true);
  expect(await hooks.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
  await address().press('Enter');
  await hooks.getByRole('button', { name: 'Cancel' }).click();
  expect(await addButton().isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Make a key' }).isDisabled()).toBe(true);
  await checkScreen(page, 'en', 'programs without a connection');
  await story.context.setOffline(false);
  await told.waitFor({ state: 'detached' });
  expect(await addButton().isEnabled()).toBe(true);
  expect(await hooks.getByRole('alert').count()).toBe(0);
});

test('what another tab removed is said to be gone where it is being changed', async () => {
  const tab = await story.context.newPage();
  await tab.goto(server.url);
  await openPrograms(tab);
  await choose(page, receiver.url, 'Change the webhook');
  await address().fill(`${receiver.url}/changed`);
  await choose(tab, receiver.url, 'Remove');
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await tab.getByText('The webhook is removed.').waitFor();
  await tab.close();
  await hooks.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is no longer on the server.').waitFor();
  await address().waitFor({ state: 'detached' });
});

test('what was refused is said in the language that another tab chose meanwhile', async () => {
  await addButton().click();
  await address().fill('http://169.254.169.254/latest');
  await address().press('Enter');
  await hooks.getByText('A webhook needs an address on the internet').waitFor();
  const tab = await story.context.newPage();
  await tab.goto(server.url);
  await tab.getByRole('button', { name: 'Account', exact: true }).waitFor();
  await tab.evaluate(() => {
    location.hash = 'settings';
  });
  await tab
    .getByRole('dialog')
    .getByLabel(/Language/)
    .first()
    .click();
  await tab.getByText('Español').last().click();
  await page.getByRole('tab', { name: 'Programas' }).waitFor();
  await page.getByText('Un webhook necesita una dirección').waitFor();
  expect(await page.locator('input[type=url]').inputValue()).toBe('http://169.254.169.254/latest');
  expect(story.errors).toEqual([]);
});
