import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { checkScreen } from './support/check-screen.ts';
import { TEXTS } from './support/one-language.ts';
import { register, signIn } from './support/open-story.ts';
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
const PATIENCE = { timeout: 300_000 };

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

/** The code of so many steps from now: each is taken once, and one step after the present one is, too. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const dialog = (name: string, on = page) => on.getByRole('dialog', { name });
async function openStaff(on = page): Promise<void> {
  await on.evaluate(() => {
    location.hash = 'staff';
  });
}
/** Calls the product as whoever holds a token. */
async function call(token: string, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await fetch(`${server.url}api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

test('the place of staff leads to the second factor, and opens once it is on', async () => {
  await page.goto(server.ownerLink ?? '');
  await page.getByLabel(t.signIn.name).fill('Olga Owner');
  await page.getByLabel(t.signIn.email).fill('owner@example.com');
  await page.getByRole('textbox', { name: t.signIn.password }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await waitForAnyModel(page);
  const { factor } = t.settings;
  // The same person on another device, from before.
  const elsewhere = await context.browser()!.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const old = await elsewhere.newPage();
  await signIn(old, { url: server.url, email: 'owner@example.com' });
  await waitForAnyModel(old);

  // 1. In place of what staff have: why not, and the way there.
  await openStaff();
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
  // At the upper end: what is half out of sight at the lower one has no colour beneath it that can be told.
  await dialog(t.settings.title).getByLabel(t.settings.password.present).scrollIntoViewIfNeeded();
  await checkScreen(page, 'en', 'a factor that stays on');
  await page.keyboard.press('Escape');
  await dialog(t.settings.title).waitFor({ state: 'detached' });

  // 3. The place of staff is open, in the same session.
  const people = (on: Page) => dialog(t.staff.title, on).getByRole('list', { name: t.staff.tabs.people });
  await openStaff();
  await people(page).waitFor();

  // 4. The session from before proves it once.
  await openStaff(old);
  await dialog(t.staff.title, old).getByText(t.staff.gate.unproven).waitFor(PATIENCE);
  await old.keyboard.press('Enter');
  const question = dialog(t.staff.askPassword.title, old);
  await question.getByLabel(factor.anyCode).fill(codeOf(secret, 1));
  await question.getByRole('textbox', { name: t.signIn.password }).fill(PASSWORD);
  await checkScreen(old, 'en', 'password and code');
  await old.keyboard.press('Enter');
  await people(old).waitFor();
  await elsewhere.close();
  expect(errors).toEqual([]);
});

test('staff take the second factor off somebody who lost phone and codes', async () => {
  const { email, token } = await register(server.url, 'Ada Lovelace');
  const path = 'users/me/second-factor';
  const { secret } = (await call(token, 'POST', `${path}/begin/`, { password: PASSWORD })).body;
  await call(token, 'POST', `${path}/confirm/`, { code: codeOf(secret) });

  await page.keyboard.press('Escape');
  await dialog(t.staff.title).waitFor({ state: 'detached' });
  await openStaff();
  const staff = dialog(t.staff.title);
  await staff.getByRole('button', { name: t.staff.openPerson('Ada Lovelace', email) }).click();
  await staff.getByRole('button', { name: t.staff.takeFactorOff }).click();
  const question = page.getByRole('alertdialog', { name: t.staff.takeFactorOffTitle('Ada Lovelace') });
  await question.waitFor();
  await checkScreen(page, 'en', 'the question');
  await question.getByRole('button', { name: t.staff.takeFactorOff }).click();
  await staff.getByText(t.staff.didTakeFactorOff).waitFor();
  await page.getByText(t.staff.factorIsOff('Ada Lovelace')).waitFor();
  await expect.poll(() => staff.getByRole('button', { name: t.staff.takeFactorOff }).count()).toBe(0);
  expect((await call(token, 'GET', 'users/me/')).status).toBe(401);
  expect(errors).toEqual([]);
});
