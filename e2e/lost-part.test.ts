import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import {
  findFreePort,
  makeDataFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { waitForAnyModel } from './support/stage.ts';

let folder: string;
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  folder = makeDataFolder();
  const port = await findFreePort();
  [server, browser] = await Promise.all([startProduct(folder, port), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  removeDataFolder(folder);
});

test('a part of the page that does not arrive says so in its place, and comes when asked again', async () => {
  // The service worker would have every part at hand.
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  const page = await context.newPage();
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(error.message));
  let isLost = true;
  await page.route('**/assets/About-*.js', (route) => (isLost ? route.abort() : route.continue()));

  await page.goto(server.ownerLink ?? '');
  await page.getByLabel('E-mail').fill('owner@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await waitForAnyModel(page);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  const dialog = page.getByRole('dialog', { name: 'Application Information' });
  const sentence = dialog.getByRole('alert').getByText('This part of the app could not be loaded.');
  await sentence.waitFor();

  // Still lost: the same sentence, and the page goes on around it.
  const again = page.waitForRequest('**/assets/About-*.js');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await again;
  await sentence.waitFor();

  isLost = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText(/^Version \d/).waitFor();
  expect(await sentence.count()).toBe(0);
  expect(crashes).toEqual([]);
});
