import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreen } from './support/check-screen.ts';
import { enter, openStory, type Story } from './support/open-story.ts';

const PASSWORD = 'a long enough password';
const PATIENCE = { timeout: 120_000 };

let story: Story;
let page: Page;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, viewport: { width: 1180, height: 820 } });
  ({ page } = story);
});
afterAll(() => story?.close());

/** The code of so many steps from now: each is taken once, and one step after the present one is, too. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const section = () => page.getByRole('region', { name: 'Second factor' });
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
  await enter(page, story.email);
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
}
const arrive = () => page.locator('[data-model=""]').waitFor(PATIENCE);

test('a second factor is set up, asked for at every sign-in, and switched off', async () => {
  // Set up: the own password, a key for the app, a first code, and codes for the day without the phone.
  await openSettings();
  await section().getByRole('button', { name: 'Set up' }).click();
  await section().getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await section().getByRole('img', { name: 'QR code of the key' }).waitFor();
  const secret = ((await section().locator('code').textContent()) ?? '').replaceAll(' ', '');
  await checkScreen(page, 'en', 'the key');
  await section().getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.keyboard.press('Enter');
  await section().getByText('Give the code that your app shows now').waitFor();
  await section().getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = section().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  const [recovery = '', another = ''] = await codes.allInnerTexts();
  await checkScreen(page, 'en', 'recovery codes');
  await section().getByRole('button', { name: 'I have kept them' }).click();
  await section().getByText('10 recovery codes are left').waitFor();

  // The password alone opens nothing; a code does, and so does a recovery code, once.
  await leave();
  await checkScreen(page, 'en', 'the second step');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await arrive();
  await openSettings();
  await leave();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
  await page.keyboard.press('Enter');
  await arrive();
  await openSettings();
  await section().getByText('9 recovery codes are left').waitFor();

  // Switched off by what is left, the password is enough again.
  await section().getByRole('button', { name: 'Switch off' }).click();
  await section().getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await section().getByRole('textbox', { name: 'Code, or a recovery code' }).fill(another);
  await page.keyboard.press('Enter');
  await section().getByRole('button', { name: 'Set up' }).waitFor();
  expect(story.errors).toEqual([]);
});
