import type { CDPSession, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkScreen } from './support/check-screen.ts';
import { openStory, type Story } from './support/open-story.ts';

const PASSWORD = 'a long enough password';
const PATIENCE = { timeout: 300_000 };

let story: Story;
let page: Page;
let device: CDPSession;
let authenticatorId: string;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, viewport: { width: 1180, height: 820 } });
  ({ page } = story);
  device = await story.context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  }));
});
afterAll(() => story?.close());

const section = () => page.getByRole('region', { name: 'Passkeys' });
const toPasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' });
const hasFocus = (button: Locator) =>
  expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
async function openSettings(): Promise<void> {
  await page.evaluate(() => {
    location.hash = 'settings';
  });
  await page.getByRole('tab', { name: 'Account' }).click();
}
async function leave(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await toPasskey().waitFor();
}

test('a passkey is added, signs in alone, is called otherwise and removed, and then signs in no longer', async () => {
  // Added with the own password, and what the device asks.
  await openSettings();
  await section().getByRole('button', { name: 'Add a passkey' }).click();
  await section().getByRole('textbox', { name: 'Present password' }).fill('not this one');
  await page.keyboard.press('Enter');
  await section().getByText('This is not your present password.').waitFor();
  await checkScreen(page, 'en', 'adding a passkey');

  // Who says no to the device has done nothing wrong, and nothing is added.
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await section().getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  const begun = page.waitForResponse(/passkeys\/begin\/$/);
  await page.keyboard.press('Enter');
  expect((await begun).status()).toBe(200);
  await section().getByRole('button', { name: 'Add', exact: true }).waitFor();
  await expect.poll(() => section().getByRole('button', { name: 'Add', exact: true }).isEnabled()).toBe(true);
  expect(await section().getByRole('alert').count()).toBe(0);
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await section().getByRole('button', { name: 'Add', exact: true }).click();
  await section().getByText('Not used yet').waitFor();
  expect((await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toMatchObject([
    { isResidentCredential: true, rpId: 'localhost', userName: story.email },
  ]);

  // The device has one now, and says so.
  await section().getByRole('button', { name: 'Add a passkey' }).click();
  await section().getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await section().getByText('This device has a passkey for your account already.').waitFor();
  await section().getByRole('button', { name: 'Cancel' }).click();
  await hasFocus(section().getByRole('button', { name: 'Add a passkey' }));

  // It signs in, without e-mail and password.
  await leave();
  await checkScreen(page, 'en', 'sign-in with a passkey');
  await toPasskey().click();
  await page.locator('[data-model=""]').waitFor(PATIENCE);
  await openSettings();
  await section().getByText('Last used').waitFor();

  // Another name, and no more of it.
  await section()
    .getByRole('button', { name: /^Rename / })
    .click();
  await section().getByRole('textbox', { name: 'Name of the passkey' }).fill('Desk');
  await page.keyboard.press('Enter');
  await section().getByRole('button', { name: 'Remove Desk' }).waitFor();
  await hasFocus(section().getByRole('button', { name: 'Rename Desk' }));
  await checkScreen(page, 'en', 'passkeys');
  await section().getByRole('button', { name: 'Remove Desk' }).click();
  await section().getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await section().getByRole('list').waitFor({ state: 'detached' });
  await leave();
  await toPasskey().click();
  await page.getByText('This passkey does not sign in here.').waitFor();
  expect(await toPasskey().isEnabled()).toBe(true);
  expect(story.errors).toEqual([]);
});

test('at an address in numbers nobody is offered one', async () => {
  const elsewhere = await story.context.newPage();
  await elsewhere.goto(inject('productUrl').replace('localhost', '127.0.0.1'));
  expect(new URL(elsewhere.url()).hostname).toBe('127.0.0.1');
  await elsewhere.getByRole('textbox', { name: 'Password' }).waitFor();
  expect(await elsewhere.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
});
