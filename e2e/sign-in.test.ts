import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { type GuardedPerson, openGuardedPerson, PATIENCE } from './support/guarded-person.ts';
import { type GuardedProduct, startGuardedProduct } from './support/guarded-product.ts';
import { makeSmallDrafts } from './support/small-drafts.ts';
import { tellCredits } from './support/tell-credits.ts';
import { tellPastDue } from './support/tell-past-due.ts';
import { tellStaff } from './support/tell-staff.ts';

/** Somebody new gets in where not everybody does, and pays there. */

const PASSWORD = 'a long enough password';
const ADA = 'ada@example.com';
const GRACE = { sub: '1', email: 'grace@example.com', name: 'Grace Hopper' };

let product: GuardedProduct;
let browser: Browser;
let person: GuardedPerson;
let page: Page;

beforeAll(async () => {
  product = await startGuardedProduct();
  browser = await openBrowser();
  person = await openGuardedPerson(browser, product);
  ({ page } = person);
  await makeSmallDrafts(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('waiting list: joined, invited, registered; out and in again by keyboard alone', async () => {
  // 1. Nobody gets in without an invitation, but onto the list.
  await page.goto(product.url);
  await page.getByRole('heading', { name: 'Join the waiting list' }).waitFor();
  await person.check('waiting list');
  await page.getByLabel('E-mail').fill(ADA);
  await page.keyboard.press('Enter');
  await page.getByText(`We write to ${ADA} when there is room.`).waitFor();
  await person.check('joined');
  await page.reload();
  await page.getByLabel('E-mail').fill(ADA);
  await page.keyboard.press('Enter');
  await page.getByText('This e-mail is already on the waiting list.').waitFor();

  // 2. An invitation for this e-mail opens the registration, and no other.
  await page.goto(`${product.url}?invitation_token=nonsense`);
  await page.getByText('This invitation was already used or has expired.').waitFor();
  await product.invite(ADA);
  const [mail] = await product.smtp.mailsTo(ADA);
  await page.goto(person.here(mail?.link ?? ''));
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(ADA);
  await person.check('invited');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Password' }).fill('too short');
  await page.keyboard.press('Enter');
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await person.arrive();
  expect(page.url()).not.toContain('invitation');

  // 3. The menu of five, by keyboard, with what this narrow top bar has no room for; the fourth is the version, also when
  // nobody knows it.
  await page.route('**/version.json', (route) => route.abort());
  await person.account().press('Enter');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  await expect
    .poll(() => items.allTextContents())
    .toEqual(['My Profile', 'Settings', 'Help', 'About', 'Pricing', 'Send feedback', 'Sign Out']);
  await expect.poll(() => page.getByRole('menu').textContent()).toContain(ADA);
  await items.nth(3).press('Enter');
  await page.getByRole('dialog', { name: 'Application Information' }).getByText('Unknown').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await person.account().press('Enter');
  await items.first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');

  // 4. Who was here goes back to the sign-in.
  const email = page.getByLabel('E-mail');
  await page.getByRole('heading', { name: 'Sign in to Vitrine' }).waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await person.check('sign-in');
  await page.keyboard.type(ADA);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not this password');
  await page.keyboard.press('Enter');
  await page.getByText('Invalid credentials').waitFor();
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await person.arrive();
});

test('an order without credits is kept, leads to a pack, and goes once that has come', () =>
  tellCredits(person));

test('a plan whose payment fails: the bell, the plans and the credits say so, and its invoice mends it', () =>
  tellPastDue(person, product));

test('staff give credits, make a password link, take an invitation back, and all of it is written down', async () => {
  const staff = await openGuardedPerson(browser, product);
  await tellStaff(person, staff, product, {
    name: 'Ada Lovelace',
    email: ADA,
    password: 'a second long password',
  });
  expect(staff.errors).toEqual([]);
  await staff.page.context().close();
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
  // Not the only mail that tells of a password.
  const findLink = async () =>
    (await product.smtp.mailsTo(ADA)).map((mail) => mail.link).find((one) => one.includes('#reset='));
  await expect.poll(findLink, PATIENCE).toBeDefined();
  const link = await findLink();
  await page.goto(person.here(link ?? ''));
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  expect(page.url()).toBe(product.url);
  await person.check('reset');
  await page.getByRole('textbox', { name: 'New password' }).fill(next);
  await page.keyboard.press('Enter');
  await person.arrive();
  // The same link again is worth nothing.
  await page.goto(person.here(link ?? ''));
  await page.getByRole('textbox', { name: 'New password' }).fill(next);
  await page.keyboard.press('Enter');
  await page.getByText('This link was already used or has expired. Ask for a new one.').waitFor();
  expect(person.errors).toEqual([]);
});

test('Google: not without an invitation, then with one; a script that does not come is said', async () => {
  await product.google.set({ user: GRACE });
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 900, height: 640 } });
  try {
    const outside = await context.newPage();
    await outside.goto(product.url);
    await outside.getByRole('button', { name: 'Sign in', exact: true }).click();
    const button = () =>
      outside.frameLocator('iframe[title*="Google"]').getByRole('button', { name: 'Continue with Google' });
    await button().click();
    await outside.getByRole('heading', { name: 'Join the waiting list' }).waitFor();

    await product.google.set({ fault: 'nonce' });
    await outside.goto(person.here(await product.invite(GRACE.email)));
    await outside.locator('iframe[title*="Google"]').waitFor();
    const nonces = '**/api/users/auth/google/';
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await outside.route(nonces, async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await button().click();
    await outside.getByText('Error during Google authentication').waitFor();
    await product.google.set({ fault: null });
    // The button of the try before takes no press.
    const old = outside.locator('[inert] iframe[title*="Google"]');
    await old.waitFor();
    release();
    await old.waitFor({ state: 'detached' });
    await button().click();
    await outside.getByRole('button', { name: 'Account', exact: true }).click(PATIENCE);
    await outside.getByText('Grace Hopper').waitFor();
    expect(outside.url()).not.toContain('invitation');
    await outside.getByRole('menuitem', { name: 'Sign Out' }).click();

    await product.google.set({ isScriptMissing: true });
    await outside.reload();
    await outside.getByRole('button', { name: 'Sign in', exact: true }).click();
    await outside.getByText('Google’s sign-in could not be loaded.').waitFor();
    await product.google.set({ isScriptMissing: false });
    await outside.getByRole('button', { name: 'Try again' }).click();
    await button().waitFor();
  } finally {
    await context.close();
  }
});
