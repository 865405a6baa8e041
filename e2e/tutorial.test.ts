import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { listForeign, TEXTS } from './support/one-language.ts';
import { waitForAnyModel } from './support/stage.ts';

/** Somebody new is offered the tutorial, goes through it, and finds it again. */

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser(true);
});
afterAll(() => browser.close());

test.each(['en', 'es'] as const)('the tutorial in %s points at what is really there', async (language) => {
  const texts = TEXTS[language].tutorial;
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    locale: language === 'en' ? 'en-GB' : 'es-ES',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const { signIn, help } = TEXTS[language];
  await page.goto(inject('productUrl'));
  await page.getByRole('button', { name: signIn.toRegister }).click();
  await page.getByLabel(signIn.name, { exact: true }).fill('Ada');
  await page.getByLabel(signIn.email).fill(`${randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: signIn.password }).fill('a long enough password');
  await page.locator('button[type=submit]').click();

  // 1. Offered once the project stands there, and closed without a choice it is not offered again in this session.
  const welcome = page.getByRole('dialog', { name: texts.welcome });
  await welcome.waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await listForeign(page, language)).toEqual([]);
  await welcome.getByRole('button', { name: texts.start }).click();

  // 2. Ten steps, each beside its own control, which is in the light.
  const card = page.getByRole('dialog', { name: new RegExp(`^${texts.title}: `) });
  for (let step = 1; step <= 10; step += 1) {
    await card.getByText(texts.step(step, 10), { exact: true }).waitFor();
    const isPrevious = await card.getByRole('button', { name: texts.previous }).isEnabled();
    expect(isPrevious).toBe(step > 1);
    await expect.poll(() => lightIsOnTarget(page), { message: `step ${step}`, timeout: 10_000 }).toBe(true);
    await expect.poll(() => isInside(page), { message: `card of step ${step}`, timeout: 10_000 }).toBe(true);
    expect(await listForeign(page, language)).toEqual([]);
    if (step === 1 || step === 5) {
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
    if (step < 10) await page.keyboard.press('ArrowRight');
  }
  await card.getByText('100').waitFor();

  // 3. Back, away with Escape, and on from there through Help.
  await page.keyboard.press('ArrowLeft');
  await card.getByText(texts.step(9, 10), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.evaluate(() => {
    location.hash = 'help';
  });
  await page.getByRole('button', { name: help.goOn(9) }).click();
  await card.getByText(texts.step(9, 10), { exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await card.getByRole('button', { name: texts.complete }).click();
  const done = page.getByRole('alertdialog', { name: texts.doneTitle });
  await done.waitFor();
  await page.keyboard.press('Escape');
  await done.waitFor({ state: 'detached' });

  // 4. Who has been through it is not asked again, in another session either.
  const again = await context.newPage();
  await again.goto(inject('productUrl'));
  await waitForAnyModel(again);
  expect(await again.getByRole('dialog').count()).toBe(0);
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
