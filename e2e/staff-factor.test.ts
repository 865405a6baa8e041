import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { checkScreen } from './support/check-screen.ts';
import { TEXTS } from './support/one-language.ts';
import {
  findFreePort,
  makeStartedFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';
import { waitForAnyModel } from './support/stage.ts';

/** Where staff need a second factor: the owner sets theirs up and takes one off somebody who lost the phone. */

const t = TEXTS.en;
const PASSWORD = 'a long enough password';
const PATIENCE = { timeout: 120_000 };

let folder: string;
let server: RunningServer;
let context: BrowserContext;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  folder = await makeStartedFolder();
  const settings = { STAFF_SECOND_FACTOR: 'required', RATE_LIMIT_FACTOR: '0' };
  server = await startProduct(folder, await findFreePort(), settings);
  const viewport = { width: 1180, height: 820 };
  context = await (await openBrowser()).newContext({ locale: 'en-GB', viewport, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
});
afterAll(async () => {
  await context?.browser()?.close();
  await server?.stop();
  if (folder !== undefined) removeDataFolder(folder);
});

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const dialog = (name: string) => page.getByRole('dialog', { name });
async function open(hash: 'staff' | 'settings'): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

test('the place of staff leads to the second factor, and opens once it is on', async () => {
  await page.goto(server.ownerLink ?? '');
  await page.getByLabel(t.signIn.name).fill('Olga Owner');
  await page.getByLabel(t.signIn.email).fill('owner@example.com');
  await page.getByRole('textbox', { name: t.signIn.password }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await waitForAnyModel(page);
  const { factor } = t.settings;

  // 1. In place of what staff have: why not, and the way there.
  await open('staff');
  const staff = dialog(t.staff.title);
  await staff.getByText(t.staff.gate.required).waitFor(PATIENCE);
  expect(await staff.getByRole('tab').count()).toBe(0);
  await checkScreen(page, 'en', 'the gate');
  await page.keyboard.press('Enter');
  const begin = dialog(t.settings.title).getByRole('button', { name: factor.begin });
  await expect.poll(() => begin.evaluate((button) => button === document.activeElement)).toBe(true);
  await dialog(t.settings.title).getByText(factor.required).waitFor();
  await page.keyboard.press('Enter');

  // 2. Switched on, it stays on.
  const section = page.getByRole('region', { name: factor.title });
  await section.getByRole('textbox', { name: t.settings.password.present }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await section.getByRole('img', { name: factor.qr }).waitFor();
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await section.getByRole('textbox', { name: t.signIn.code }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await section.getByRole('button', { name: factor.kept }).click();
  await section.getByText(factor.stays).waitFor();
  expect(await section.getByRole('button', { name: factor.turnOff }).count()).toBe(0);
  await checkScreen(page, 'en', 'a factor that stays on');
  await page.keyboard.press('Escape');
  await dialog(t.settings.title).waitFor({ state: 'detached' });

  // 3. The place of staff is open, in the same session.
  await open('staff');
  await staff.getByRole('button', { name: t.staff.openPerson('Olga Owner', 'owner@example.com') }).waitFor();
  expect(errors).toEqual([]);
});
