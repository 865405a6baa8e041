import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import JSZip from 'jszip';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionBody } from '../src/contract/http/accounts.ts';
import { type FakeGoogle, startFakeGoogle } from '../tests/support/fake-google/start-fake-google.ts';
import { type FakeSmtp, startFakeSmtp } from '../tests/support/fake-smtp/start-fake-smtp.ts';
import { openBrowser } from './support/browser.ts';
import { listForeign, TEXTS } from './support/one-language.ts';
import {
  findFreePort,
  makeDataFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './support/running-server.ts';

const PASSWORD = 'a long enough password';
const ADA = 'ada@example.com';
const GRACE = { sub: '1', email: 'grace@example.com', name: 'Grace Hopper' };
/** The studio loads its stage after a sign-in, on a busy machine. */
const PATIENCE = { timeout: 90_000 };

let folder: string;
let google: FakeGoogle;
let smtp: FakeSmtp;
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let owner: string;
let errors: string[];

beforeAll(async () => {
  folder = makeDataFolder();
  [google, smtp] = await Promise.all([startFakeGoogle(), startFakeSmtp()]);
  server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    WAITING_LIST: 'on',
    GOOGLE_CLIENT_ID: 'vitrine.apps.example.com',
    GOOGLE_ISSUER: google.issuer,
    SMTP_URL: smtp.url,
  });
  const token = /#owner=(.+)$/.exec(server.ownerLink ?? '')?.[1];
  const session = await post<SessionBody>('/api/users/owner/claim/', {
    token: decodeURIComponent(token ?? ''),
    email: 'owner@example.com',
    password: PASSWORD,
  });
  owner = session.access_token;
  browser = await openBrowser();
  context = await browser.newContext({
    viewport: { width: 900, height: 640 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await Promise.all([google?.stop(), smtp?.stop()]);
  removeDataFolder(folder);
});

async function post<Body>(path: string, body: object, token?: string): Promise<Body> {
  const answer = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${path} ${answer.status}`).toBe(true);
  return answer.json() as Promise<Body>;
}

/** The staff's invitation for an e-mail, as a link. */
async function invite(email: string): Promise<string> {
  return (await post<{ link: string }>('/api/staff/invitations/', { email }, owner)).link;
}

/** The address under another origin than the one it was made for is the same page. */
const here = (link: string) => link.replace(/^https?:\/\/[^/]+\//, server.url);

/** axe and the other language find nothing on what is open. */
async function check(screen: string, language: 'en' | 'es' = 'en'): Promise<void> {
  // Google's button is Google's.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(found, screen).toEqual([]);
  expect(await listForeign(page, language), screen).toEqual([]);
}

const account = () => page.getByRole('button', { name: 'Account', exact: true });

/** In the studio, with nothing over it. */
async function arrive(): Promise<void> {
  await account().waitFor(PATIENCE);
  await page.locator('[data-model]:not([data-model=""])').waitFor(PATIENCE);
}

async function choose(item: string): Promise<void> {
  await account().click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

async function leave(): Promise<void> {
  await choose('Sign Out');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
}

test('waiting list: joined, invited, registered; out and in again by keyboard alone', async () => {
  // 1. Nobody gets in without an invitation, but onto the list.
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'Join the waiting list' }).waitFor();
  await check('waiting list');
  await page.getByLabel('E-mail').fill(ADA);
  await page.keyboard.press('Enter');
  await page.getByText(`We write to ${ADA} when there is room.`).waitFor();
  await check('joined');
  await page.reload();
  await page.getByLabel('E-mail').fill(ADA);
  await page.keyboard.press('Enter');
  await page.getByText('This e-mail is already on the waiting list.').waitFor();

  // 2. An invitation for this e-mail opens the registration, and no other.
  await page.goto(`${server.url}?invitation_token=nonsense`);
  await page.getByText('This invitation was already used or has expired.').waitFor();
  await invite(ADA);
  const [mail] = await smtp.mailsTo(ADA);
  await page.goto(here(mail?.link ?? ''));
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(ADA);
  await check('invited');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Password' }).fill('too short');
  await page.keyboard.press('Enter');
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await arrive();
  expect(page.url()).not.toContain('invitation');

  // 3. The menu of five, by keyboard; the fourth is the version, also when nobody knows it.
  await page.route('**/version.json', (route) => route.abort());
  await account().focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual(['My Profile', 'Settings', 'Help', 'About', 'Sign Out']);
  expect(await page.getByRole('menu').textContent()).toContain(ADA);
  await items.nth(3).press('Enter');
  await page.getByRole('dialog', { name: 'Application Information' }).getByText('Unknown').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await account().focus();
  await page.keyboard.press('Enter');
  await items.first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');

  // 4. Who was here goes back to the sign-in.
  const email = page.getByLabel('E-mail');
  await page.getByRole('heading', { name: 'Sign in to Vitrine' }).waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await check('sign-in');
  await page.keyboard.type(ADA);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not this password');
  await page.keyboard.press('Enter');
  await page.getByText('Invalid credentials').waitFor();
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await arrive();
  await leave();
});

test('a forgotten password: the same answer for anybody, a link in a mail, another password', async () => {
  const next = 'another long password';
  for (const email of ['nobody@example.com', ADA]) {
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByText(`If there is an account for ${email}, we have sent it a link.`).waitFor();
    await page.getByRole('button', { name: 'Back to sign in' }).click();
  }
  const mails = await smtp.mailsTo(ADA, 3);
  const link = mails.map((mail) => mail.link).find((one) => one.includes('#reset='));
  await page.goto(here(link ?? ''));
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  expect(page.url()).toBe(server.url);
  await check('reset');
  await page.getByRole('textbox', { name: 'New password' }).fill(next);
  await page.keyboard.press('Enter');
  await arrive();
  // The same link again is worth nothing.
  await page.goto(here(link ?? ''));
  await page.getByRole('textbox', { name: 'New password' }).fill(next);
  await page.keyboard.press('Enter');
  await page.getByText('This link was already used or has expired. Ask for a new one.').waitFor();
});

test('Google: not without an invitation, then with one; a script that does not come is said', async () => {
  await google.set({ user: GRACE });
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 900, height: 640 } });
  try {
    const outside = await context.newPage();
    await outside.goto(server.url);
    await outside.getByRole('button', { name: 'Sign in', exact: true }).click();
    const button = () =>
      outside.frameLocator('iframe[title*="Google"]').getByRole('button', { name: 'Continue with Google' });
    await button().click();
    await outside.getByRole('heading', { name: 'Join the waiting list' }).waitFor();

    await google.set({ fault: 'nonce' });
    await outside.goto(here(await invite(GRACE.email)));
    await button().click();
    await outside.getByText('Error during Google authentication').waitFor();
    await google.set({ fault: null });
    await button().click();
    await outside.getByRole('button', { name: 'Account', exact: true }).click(PATIENCE);
    await outside.getByText('Grace Hopper').waitFor();
    expect(outside.url()).not.toContain('invitation');
    await outside.getByRole('menuitem', { name: 'Sign Out' }).click();

    await google.set({ isScriptMissing: true });
    await outside.reload();
    await outside.getByRole('button', { name: 'Sign in', exact: true }).click();
    await outside.getByText('Google’s sign-in could not be loaded.').waitFor();
    await google.set({ isScriptMissing: false });
    await outside.getByRole('button', { name: 'Try again' }).click();
    await button().waitFor();
  } finally {
    await context.close();
  }
});

test('my profile and settings: what is set counts at once, in both languages, and the account can end', async () => {
  await page.goto(server.url);
  await arrive();

  // 1. Name and picture.
  await choose('My Profile');
  const profile = page.getByRole('dialog', { name: 'My Profile' });
  await profile.getByLabel('Name', { exact: true }).fill('Ada King');
  await profile.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await profile.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles('public/icons/icon-192.png');
  await profile.locator('img').waitFor();
  await profile.getByLabel('E-mail').fill('king@example.com');
  await profile.getByRole('textbox', { name: 'Password' }).waitFor();
  await check('profile');
  await page.keyboard.press('Escape');
  await profile.waitFor({ state: 'detached' });
  await page.getByRole('banner').locator('img').waitFor();

  // 2. Settings, and all of the page in Spanish.
  await choose('Settings');
  const t = TEXTS.es;
  await page.getByRole('dialog').getByRole('radio', { name: 'in', exact: true }).press('Space');
  await page.getByRole('radio', { name: 'Full' }).press('Space');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.motion)).toBe('full');
  await page.getByRole('radio', { name: 'Reduced' }).press('Space');
  await check('settings');
  await page.getByRole('radio', { name: 'Español' }).press('Space');
  const settings = page.getByRole('dialog', { name: t.settings.title });
  await settings.waitFor();
  await page.getByRole('tab', { name: t.settings.tabs.device }).click();
  await settings.getByText(t.settings.storage.models, { exact: true }).waitFor();
  await settings.getByRole('button', { name: t.settings.storage.free }).click();
  await settings.getByText(/liberad|No hay nada que liberar/).waitFor();
  await check('device', 'es');

  // 3. Everything that is known of the person, as a file.
  await page.getByRole('tab', { name: t.settings.tabs.account }).click();
  await check('account', 'es');
  const downloading = page.waitForEvent('download');
  await settings.getByRole('button', { name: t.settings.export.start }).click();
  const zip = await JSZip.loadAsync(await readFile(await (await downloading).path()));
  expect(await zip.file('account.json')?.async('string')).toContain('Ada King');

  // 4. The end.
  await settings.getByRole('button', { name: t.settings.delete.start }).click();
  const question = page.getByRole('alertdialog', { name: t.settings.delete.question });
  await question.getByLabel(t.settings.delete.typePassword).fill('another long password');
  await check('delete', 'es');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: t.signIn.signInTitle }).waitFor();
  await page.getByLabel(t.signIn.email).fill(ADA);
  await page.getByRole('textbox', { name: t.signIn.password }).fill('another long password');
  await page.keyboard.press('Enter');
  await page.getByText('Credenciales no válidas').waitFor();
  expect(errors).toEqual([]);
});
