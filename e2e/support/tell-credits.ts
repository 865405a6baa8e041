import { expect } from 'vitest';
import { type GuardedPerson, PATIENCE } from './guarded-person.ts';
import { TEXTS } from './one-language.ts';

const t = TEXTS.en;

/** Nobody's credits: an order that lacks them, a pack, and the order that waited. */
export async function tellCredits(person: GuardedPerson): Promise<void> {
  const { page, check, choose, pill, bell, payFor } = person;
  const { noCredits, packs, profile, ledger, notices, arrival } = t;
  // 1. What the page says meanwhile.
  await pill('0').waitFor(PATIENCE);
  await choose('My Profile');
  await page.getByRole('dialog', { name: profile.title }).getByLabel(t.signIn.email).waitFor();
  // The invitation was the proof.
  expect(await page.getByText(profile.unverified).count()).toBe(0);
  await page.keyboard.press('Escape');

  // 2. An order is kept, and leads to the packs.
  await page.getByRole('button', { name: t.order.render, exact: true }).click();
  const lacking = page.getByRole('dialog', { name: noCredits.title });
  await lacking.getByText(noCredits.facts(1, '100', '0')).waitFor(PATIENCE);
  // A toast over the window's edge makes axe think that there is no window.
  await page.getByRole('region', { name: t.ui.notifications }).waitFor({ state: 'detached' });
  await check('an order without credits');
  await lacking.getByRole('button', { name: noCredits.buy }).click();
  const credits = page.getByRole('dialog', { name: t.shell.buyCredits });
  await credits.getByRole('button', { name: packs.buyNamed('Small') }).waitFor();
  await check('packs');
  await payFor(credits.getByRole('button', { name: packs.buyNamed('Small') }));
  await credits.getByText(arrival.arrived('2,000')).waitFor(PATIENCE);
  await page.getByText(arrival.done).waitFor();
  await page.keyboard.press('Escape');
  await credits.waitFor({ state: 'detached' });

  // 3. The order is where it was, says no more that there are too few, and goes now.
  await page.getByText(/^A render from .* was not sent\. Send it now\?$/).waitFor(PATIENCE);
  await page.getByRole('button', { name: t.order.send, exact: true }).click(PATIENCE);
  await pill('1,900').waitFor(PATIENCE);

  // 4. What it was is told.
  await bell().click();
  const told = page.getByRole('region', { name: notices.title }).getByRole('button');
  await told.filter({ hasText: notices.purchase(2000) }).click();
  const movements = page.getByRole('dialog', { name: t.shell.ledger }).getByRole('article');
  await movements.filter({ hasText: ledger.purchase('Small') }).waitFor();
  await page.keyboard.press('Escape');
}
