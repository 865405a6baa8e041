import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { checkScreen } from './support/check-screen.ts';
import { listForeign, TEXTS } from './support/one-language.ts';
import { waitForAnyModel } from './support/stage.ts';
import { tryAgain } from './support/try-again.ts';

/** Somebody new registers, looks around with the tutorial, buys a pack, and sees what became of the credits. */

const url = inject('productUrl');
const PASSWORD = 'a long enough password';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser(true);
});

afterAll(() => browser?.close());

/** In the page: the last of a row of cards is in view, whether all have room or the row was turned. */
function isAtEnd(row: Element): boolean {
  return row.scrollLeft + row.clientWidth >= row.scrollWidth - 1;
}

test.each([
  { language: 'en', locale: 'en-GB', widthPx: 1000, heightPx: 700 },
  { language: 'es', locale: 'es-ES', widthPx: 820, heightPx: 1000 },
] as const)('registered, shown around, and with a pack bought, in $locale', async (setting) => {
  const { language, locale, widthPx, heightPx } = setting;
  const t = TEXTS[language];
  const context = await browser.newContext({
    viewport: { width: widthPx, height: heightPx },
    hasTouch: language === 'es',
    locale,
    reducedMotion: 'reduce',
  });
  let page = await context.newPage();
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  const check = (screen: string) => checkScreen(page, language, screen);
  await page.goto(url);
  await page.getByRole('button', { name: t.signIn.toRegister }).click();
  await page.getByLabel(t.signIn.name, { exact: true }).fill('Ada');
  await page.getByLabel(t.signIn.email).fill(`${randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: t.signIn.password }).fill(PASSWORD);
  await check('registration');
  await page.locator('button[type=submit]').click();

  // 1. Offered once the project stands there.
  const welcome = page.getByRole('dialog', { name: t.tutorial.welcome });
  await welcome.waitFor();
  await check('welcome');
  await welcome.getByRole('button', { name: t.tutorial.start }).click();

  // 2. Ten steps, each beside its own control, which is in the light.
  const card = page.getByRole('dialog', { name: new RegExp(`^${t.tutorial.title}: `) });
  const says = (step: number) => card.getByText(t.tutorial.step(step, 10), { exact: true }).waitFor();
  for (let step = 1; step <= 10; step += 1) {
    await says(step);
    const isPrevious = await card.getByRole('button', { name: t.tutorial.previous }).isEnabled();
    expect(isPrevious).toBe(step > 1);
    await expect.poll(() => lightIsOnTarget(page), { message: `step ${step}` }).toBe(true);
    await expect.poll(() => isInside(page), { message: `card of step ${step}` }).toBe(true);
    expect(await listForeign(page, language)).toEqual([]);
    if (step === 1 || step === 5) await check(`step ${step}`);
    if (step < 10) await page.keyboard.press('ArrowRight');
  }
  await card.getByText('100').waitFor();

  // 3. Back, away with Escape, and on from there through Help.
  await page.keyboard.press('ArrowLeft');
  await says(9);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.evaluate(() => {
    location.hash = 'help';
  });
  await page.getByRole('button', { name: t.help.goOn(9) }).waitFor();
  await check('help');
  await page.getByRole('button', { name: t.help.goOn(9) }).click();
  await says(9);
  await page.keyboard.press('ArrowRight');
  await card.getByRole('button', { name: t.tutorial.complete }).click();
  const done = page.getByRole('alertdialog', { name: t.tutorial.doneTitle });
  await done.waitFor();
  await page.keyboard.press('Escape');
  await done.waitFor({ state: 'detached' });

  // 4. In another session nobody who has been through it is asked again.
  await page.close();
  page = await context.newPage();
  await page.goto(url);
  await waitForAnyModel(page);
  expect(await page.getByRole('dialog').count()).toBe(0);

  // 5. Packs: the wheel turns them sideways, a declined card buys nothing.
  const amount = (value: number) => new Intl.NumberFormat(language === 'en' ? 'en' : 'es-ES').format(value);
  const pill = (credits: number) =>
    page.getByRole('button', { name: `${t.shell.credits(amount(credits))}, ${t.shell.buyCredits}` });
  await pill(2000).click();
  const credits = page.getByRole('dialog', { name: t.shell.buyCredits });
  const packs = credits.getByRole('list', { name: t.packs.list });
  await credits.getByText(t.packs.test).waitFor();
  await credits.getByText(t.packs.balance(amount(2000), 10)).waitFor();
  await packs.getByRole('listitem').first().hover();
  await page.mouse.wheel(0, 4_000);
  await expect.poll(() => packs.evaluate(isAtEnd)).toBe(true);
  await check('packs');
  const small = language === 'en' ? 'Small' : 'Pequeño';
  const buy = credits.getByRole('button', { name: t.packs.buyNamed(small) });
  await buy.press('Enter');
  await page.waitForURL(/test-checkout/);
  await check('the checkout');
  await page.locator('[name=outcome][value=decline]').click();
  await page.getByRole('alert').waitFor();
  await check('a declined card');
  await page.locator('[name=outcome][value=cancel]').click();
  await credits.waitFor();
  await page.getByText(t.arrival.cancelled).waitFor();
  await pill(2000).waitFor({ state: 'attached' });
  await expect.poll(() => page.url()).not.toContain('cancel');

  // 6. Paid, come, and written down.
  await buy.click();
  await page.waitForURL(/test-checkout/);
  await page.locator('[name=outcome][value=pay]').click();
  await page.getByText(t.arrival.done).waitFor();
  await credits.getByText(t.arrival.arrived(amount(2000))).waitFor();
  await credits.getByText(t.packs.balance(amount(4000), 20)).waitFor();
  expect(page.url()).not.toContain('success');
  // A toast over the window's edge makes axe think that there is no window.
  await page.getByRole('region', { name: t.ui.notifications }).waitFor({ state: 'detached' });
  await check('credits that came');
  await credits.getByRole('button', { name: t.packs.toLedger }).click();
  const ledger = page.getByRole('dialog', { name: t.shell.ledger });
  const movements = ledger.getByRole('article');
  await movements.nth(1).waitFor();
  expect((await movements.allInnerTexts()).map((text) => text.split('\n').filter((_, i) => i !== 1))).toEqual(
    [
      [t.ledger.purchase(small), '+2,000', t.ledger.balanceAfter(amount(4000))],
      [t.ledger.signup, '+2,000', t.ledger.balanceAfter(amount(2000))],
    ].map((line) => line.map((text) => text.replace('+2,000', `+${amount(2000)}`))),
  );
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    ledger.getByRole('button', { name: t.ledger.download }).click(),
  ]);
  expect(table.suggestedFilename()).toBe(`${t.ledger.fileName}.csv`);
  await check('movements');
  await page.keyboard.press('Escape');
  await ledger.waitFor({ state: 'detached' });

  expect(errors).toEqual([]);
  await context.close();
});

/** Whether the light is around the control that the step is about. */
function lightIsOnTarget(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const light = document.querySelector('[class*=light]')?.getBoundingClientRect();
    if (light === undefined) return false;
    return [...document.querySelectorAll('[data-tour]')].some((target) => {
      const box = target.getBoundingClientRect();
      return (
        box.width > 0 && Math.abs(box.left - 6 - light.left) < 1 && Math.abs(box.top - 6 - light.top) < 1
      );
    });
  });
}

/** Whether the whole card is on the screen. */
async function isInside(page: Page): Promise<boolean> {
  const box = await page.getByRole('dialog').last().boundingBox();
  const { width, height } = page.viewportSize()!;
  if (box === null) return false;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}

/** What the server says is on sale. */
async function openPacks(
  page: Page,
  answer: { readonly status: number; readonly body: string },
): Promise<void> {
  const contentType = 'application/json';
  await page.route('**/api/subscriptions/credit-packs/', (route) =>
    route.fulfill({ ...answer, contentType }),
  );
}

test('packs that do not load and packs that there are not are told apart', async () => {
  const t = TEXTS.en;
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const email = `${randomUUID()}@example.com`;
  await page.request.post(`${url}api/users/register/`, { data: { name: 'Ada', email, password: PASSWORD } });
  await page.route('**/files/**', (route) => route.abort());
  await openPacks(page, { status: 403, body: '{}' });
  await page.goto(`${url}#credits`);
  await page.getByLabel(t.signIn.email).fill(email);
  await page.getByRole('textbox', { name: t.signIn.password }).fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  const credits = page.getByRole('dialog', { name: t.shell.buyCredits });
  await credits.getByText('Error loading credit packs.').waitFor();
  await openPacks(page, { status: 200, body: '[]' });
  await tryAgain(
    credits.getByRole('button', { name: t.ui.retry }),
    credits.getByText('No credit packs available.'),
  );
  // The button that was pressed is gone: who presses once more has not closed the window.
  await expect.poll(() => credits.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await credits.isVisible()).toBe(true);
  await context.close();
});
