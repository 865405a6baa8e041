import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enFailures } from '../src/app/texts/en/failures.ts';
import { checkScreen } from './support/check-screen.ts';
import { TEXTS } from './support/one-language.ts';
import { enter, openStory, type Story } from './support/open-story.ts';

const PASSWORD = 'a long enough password';
const PATIENCE = { timeout: 300_000 };

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
/** What came in the place of a form that has gone: without the focus in it no key closes the window. */
const hasFocus = (button: Locator) =>
  expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
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
  await hasFocus(section().getByRole('button').first());

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
  await hasFocus(section().getByRole('button', { name: 'Set up' }));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(story.errors).toEqual([]);
});

test('with it on, another password, another e-mail and the end of the account take a code', async () => {
  const { settings, profile, signIn } = TEXTS.en;
  const wrong = enFailures['second-factor-wrong']({ code: 'second-factor-wrong' });
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${story.url}api/users/me/second-factor/${path}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const code = (within: Locator) => within.getByRole('textbox', { name: settings.factor.anyCode });
  const close = async () => {
    await page.getByRole('dialog').getByRole('button', { name: TEXTS.en.ui.close }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  // Off, nothing asks for it; on, the field is there.
  await openSettings();
  const password = page.getByRole('form', { name: settings.password.title });
  await password.waitFor();
  expect(await code(password).count()).toBe(0);
  await close();
  const { secret } = await post('begin', { password: PASSWORD });
  const { codes } = (await post('confirm', { code: codeOf(secret) })) as { codes: string[] };
  await openSettings();
  await code(password).waitFor();
  const next = 'quite another password';
  await password.getByRole('textbox', { name: settings.password.present }).fill(PASSWORD);
  await password.getByRole('textbox', { name: settings.password.next }).fill(next);
  await page.keyboard.press('Enter');
  await password.getByText(signIn.codeMissing).waitFor();
  await code(password).fill('000000');
  await page.keyboard.press('Enter');
  await password.getByText(wrong).waitFor();
  await expect.poll(() => code(password).evaluate((field) => field === document.activeElement)).toBe(true);
  await checkScreen(page, 'en', 'a wrong code');
  await code(password).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText(settings.password.changed).waitFor();
  await section().getByText('9 recovery codes are left').waitFor();
  await close();

  // Another e-mail; a name alone would not.
  await page.evaluate(() => {
    location.hash = 'profile';
  });
  const me = page.getByRole('form', { name: profile.title });
  await me.waitFor();
  expect(await code(me).count()).toBe(0);
  await me.getByRole('textbox', { name: signIn.email }).fill(`new-${story.email}`);
  await me.getByRole('textbox', { name: profile.presentPassword }).fill(next);
  await code(me).fill('000000');
  await page.keyboard.press('Enter');
  await me.getByText(wrong).waitFor();
  await code(me).fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText(profile.saved).waitFor();
  await close();

  // The end.
  await openSettings();
  await page.getByRole('button', { name: settings.delete.start }).click();
  const end = page.getByRole('form', { name: settings.delete.question });
  await end.getByLabel(settings.delete.typePassword).fill(next);
  await code(end).fill('000000');
  await page.keyboard.press('Enter');
  await end.getByText(wrong).waitFor();
  await checkScreen(page, 'en', 'the end asks for a code');
  await code(end).fill(codes[2] ?? '');
  await page.keyboard.press('Enter');
  await page.getByLabel(signIn.email).waitFor(PATIENCE);
  expect(story.errors).toEqual([]);
});
