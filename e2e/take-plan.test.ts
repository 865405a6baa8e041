import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { checkScreen } from './support/check-screen.ts';
import { TEXTS } from './support/one-language.ts';
import { pressEnter } from './support/press-enter.ts';
import { tryAgain } from './support/try-again.ts';

/** Somebody takes a plan, changes it, and gives it up. */

const url = inject('productUrl');
const PASSWORD = 'a long enough password';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser?.close());

test.each([
  { language: 'en', locale: 'en-GB', widthPx: 1180, heightPx: 820 },
  { language: 'es', locale: 'es-ES', widthPx: 820, heightPx: 1180 },
] as const)('a plan is taken, changed and given up, in $locale', async (setting) => {
  const { language, locale, widthPx, heightPx } = setting;
  const t = TEXTS[language];
  const isEnglish = language === 'en';
  const context = await browser.newContext({
    viewport: { width: widthPx, height: heightPx },
    hasTouch: !isEnglish,
    locale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await leaveStageEmpty(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const check = (screen: string) => checkScreen(page, language, screen);
  const amount = (value: number) => new Intl.NumberFormat(isEnglish ? 'en' : 'es-ES').format(value);
  const pill = (credits: number) =>
    page.getByRole('button', { name: `${t.shell.credits(amount(credits))}, ${t.shell.buyCredits}` });

  // Somebody new signs in.
  const email = `${randomUUID()}@example.com`;
  const registered = await page.request.post(`${url}api/users/register/`, {
    data: { name: 'Ada', email, password: PASSWORD },
  });
  expect(registered.ok()).toBe(true);
  await page.goto(url);
  await page.getByLabel(t.signIn.email).fill(email);
  await page.getByRole('textbox', { name: t.signIn.password }).fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await pill(2000).waitFor();

  // Plans that do not load, and load when asked again.
  const plans = '**/api/subscriptions/plans/';
  await page.route(plans, (route) => route.fulfill({ status: 403 }));
  const pricing = dialog(t.shell.pricing);
  if (isEnglish) await page.getByRole('button', { name: t.shell.pricing, exact: true }).click();
  else {
    await pill(2000).click();
    await dialog(t.shell.buyCredits).getByRole('button', { name: t.packs.toPlans }).click();
  }
  await pricing.getByText(t.pricing.failed, { exact: true }).waitFor();
  await pricing.getByText(t.pricing.failedHint).waitFor();
  await check('plans that did not load');
  await page.unroute(plans);
  const card = (name: string) => pricing.getByRole('listitem', { name, exact: true });
  await tryAgain(pricing.getByRole('button', { name: t.ui.retry }), card('Pro'));

  // By the year, then by the month.
  await card('Pro')
    .getByText(isEnglish ? '€48' : '48 €')
    .waitFor();
  await card('Pro').getByText(t.pricing.best).waitFor();
  await card('Pro')
    .getByText(isEnglish ? '€576 is paid today' : /Hoy se pagan 576/)
    .waitFor();
  await expect
    .poll(() => pricing.getByRole('listitem').getByRole('heading').allTextContents())
    .toEqual(['Starter', 'Pro', 'Ultimate', t.pricing.educational]);
  const mail = await pricing.getByRole('link', { name: t.pricing.contact }).getAttribute('href');
  expect(mail).toBe(`mailto:sales@example.com?subject=${encodeURIComponent(t.pricing.subject)}`);
  await check('plans by the year');
  const yearly = pricing.getByRole('radio', { name: new RegExp(`^${t.pricing.yearly}`) });
  await yearly.press('ArrowRight');
  await card('Pro')
    .getByText(isEnglish ? '€60' : '60 €', { exact: true })
    .waitFor();

  await page.keyboard.press('ArrowLeft');

  // Taken,
  const offer = (name: string, text: string) => card(name).getByRole('button', { name: text });
  await offer('Starter', t.pricing.offers.choose).click();
  await page.waitForURL(/test-checkout/);
  await page.locator('[name=outcome][value=pay]').click();
  await page.getByText(t.arrival.planDone).waitFor();
  await pricing.getByText(t.arrival.arrived(amount(144_000))).waitFor();
  await card('Starter').getByText(t.pricing.current, { exact: true }).waitFor();
  await expect.poll(() => offer('Starter', t.pricing.offers.current).isDisabled()).toBe(true);
  await pill(146_000).waitFor({ state: 'attached' });

  // changed at once for the difference,
  await offer('Pro', t.pricing.offers.upgrade).click();
  const named = t.plan.named('Pro', t.pricing.recurrence.yearly);
  const change = dialog(t.plan.changeTitle(named));
  await change.getByText(`+${amount(216_000)}`).waitFor();
  await check('the change of a plan');
  await change
    .getByRole('button', { name: isEnglish ? 'Pay €288 and change' : /Pagar 288.€ y cambiar/ })
    .click();
  await page.getByText(t.plan.changedNow(named)).waitFor();
  await offer('Starter', t.pricing.offers.downgrade).waitFor();
  await pill(362_000).waitFor({ state: 'attached' });

  // changed when its period ends, and left as it is,
  // The window that closes gives the focus back to what opened it, maybe only now.
  const monthly = pricing.getByRole('radio', { name: t.pricing.monthly, exact: true });
  const choose = async (): Promise<boolean> => {
    if (!(await monthly.isChecked())) await monthly.press('Space');
    return monthly.isChecked();
  };
  await expect.poll(choose).toBe(true);
  await offer('Pro', t.pricing.offers['to-monthly']).click();
  const later = dialog(t.plan.changeTitle(t.plan.named('Pro', t.pricing.recurrence.monthly)));
  await later.getByText(t.plan.nothing).first().waitFor();
  await later.getByRole('button').last().click();
  await offer('Pro', t.pricing.offers.planned).waitFor();
  await pressEnter(pricing.getByRole('button', { name: t.plan.resume }));
  await offer('Pro', t.pricing.offers['to-monthly']).waitFor();

  // given up and kept after all.
  // By keyboard: a toast may lie over these while the pointer rests there.
  await pressEnter(pricing.getByRole('button', { name: t.plan.invoices }));
  await pricing.getByRole('list', { name: t.plan.invoices }).getByRole('listitem').nth(1).waitFor();
  await pressEnter(pricing.getByRole('button', { name: t.plan.cancel }));
  const asked = page.getByRole('alertdialog', { name: t.plan.cancelTitle });
  await asked.getByRole('button', { name: t.plan.cancel }).click();
  await pricing.getByRole('button', { name: t.plan.resume }).waitFor();
  await check('a plan that ends');
  await pressEnter(pricing.getByRole('button', { name: t.plan.resume }));
  await pricing.getByRole('button', { name: t.plan.cancel }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

/** Nothing is bought on the stage: without a model the page comes sooner, and it does so after every checkout. */
async function leaveStageEmpty(page: Page): Promise<void> {
  await page.route('**/files/**', (route) => route.abort());
}
