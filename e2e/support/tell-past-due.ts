import { expect } from 'vitest';
import { type GuardedPerson, PATIENCE } from './guarded-person.ts';
import type { GuardedProduct } from './guarded-product.ts';
import { TEXTS } from './one-language.ts';

const t = TEXTS.en;

/** A plan whose payment fails: the bell, the plans and the credits say so, and its invoice mends it. */
export async function tellPastDue(person: GuardedPerson, product: GuardedProduct): Promise<void> {
  const { page, check, pill, bell, payFor } = person;
  const { plan, pricing, notices, arrival } = t;
  const starter = plan.named('Starter', pricing.recurrence.yearly);
  const plans = page.getByRole('dialog', { name: t.shell.pricing });
  const credits = page.getByRole('dialog', { name: t.shell.buyCredits });
  await pill('1,900').click();
  await credits.getByRole('button', { name: t.packs.toPlans }).click();
  const card = plans.getByRole('listitem', { name: 'Starter', exact: true });
  await payFor(card.getByRole('button', { name: pricing.offers.choose }));
  await plans.getByText(arrival.arrived('144,000')).waitFor(PATIENCE);
  await pill('145,900').waitFor({ ...PATIENCE, state: 'attached' });
  await page.keyboard.press('Escape');
  await plans.waitFor({ state: 'detached' });

  // 1. A year later the card says no.
  const [subscription] = await product.stripe.things('subscription');
  await product.stripe.does('renew', { id: subscription?.id ?? '', isPaid: false });
  await product.tellPayments();
  await page.reload();
  await bell().click(PATIENCE);
  await page.getByRole('button', { name: new RegExp(notices.paymentFailed('€288')) }).click();
  await plans.getByText(plan.pastDue(starter)).waitFor(PATIENCE);
  const offer = plans.getByRole('button', { name: pricing.offers.upgrade });
  await expect.poll(() => offer.first().isDisabled()).toBe(true);
  await check('a plan that is not paid');
  await plans.getByRole('button', { name: pricing.toCredits }).click();
  await credits.getByText(plan.pastDue(starter)).waitFor();
  await check('packs beside a plan that is not paid');

  // 2. Paid on the provider's page, the plan goes on without a word to the page.
  const [invoicePage] = await Promise.all([
    page.waitForEvent('popup'),
    credits.getByRole('link', { name: plan.payNow }).click(),
  ]);
  await invoicePage.waitForURL(/invoice\.example/);
  const invoice = (await product.stripe.things('invoice')).at(-1);
  await product.stripe.does('payInvoice', { id: invoice?.id ?? '' });
  await product.tellPayments();
  await invoicePage.close();
  await credits.getByText(plan.pastDue(starter)).waitFor({ state: 'detached' });
  await pill('289,900').waitFor({ state: 'attached' });
  await credits.getByRole('button', { name: t.packs.toPlans }).click();
  await plans.getByText(new RegExp(`^${starter}\\. It renews on`)).waitFor();
  await page.keyboard.press('Escape');
  await plans.waitFor({ state: 'detached' });
}
