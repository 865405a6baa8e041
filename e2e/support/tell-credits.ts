import { expect } from 'vitest';
import { type GuardedPerson, PATIENCE } from './guarded-person.ts';
import type { GuardedProduct } from './guarded-product.ts';
import { TEXTS } from './one-language.ts';

const t = TEXTS.en;

/** Credits that wait for a proof: what the page says, an order that lacks them, a pack, and then the mail's link. */
export async function tellCredits(
  person: GuardedPerson,
  product: GuardedProduct,
  email: string,
): Promise<void> {
  const { page, check, choose, pill, bell, payFor, here } = person;
  const { noCredits, packs, profile, verify, ledger, notices, arrival } = t;
  // 1. What the page says meanwhile.
  await pill('0').waitFor(PATIENCE);
  await choose('My Profile');
  const standing = `${profile.unverified} ${profile.verifyForCredits('2,000')}`;
  await page.getByRole('dialog', { name: profile.title }).getByText(standing).waitFor();
  await check('profile of an unproven account');
  await page.keyboard.press('Escape');

  // 2. An order is kept, and leads to the packs.
  await page.getByRole('button', { name: t.order.render, exact: true }).click();
  const lacking = page.getByRole('dialog', { name: noCredits.title });
  await lacking.getByText(noCredits.facts(1, '100', '0')).waitFor(PATIENCE);
  await lacking.getByText(packs.pendingMail('2,000')).waitFor();
  // A toast over the window's edge makes axe think that there is no window.
  await page.getByRole('region', { name: t.ui.notifications }).waitFor({ state: 'detached' });
  await check('an order without credits');
  await lacking.getByRole('button', { name: noCredits.buy }).click();
  const credits = page.getByRole('dialog', { name: t.shell.buyCredits });
  await credits.getByText(packs.pendingMail('2,000')).waitFor();
  await credits.getByRole('button', { name: packs.buyNamed('Small') }).waitFor();
  await check('packs, and credits that wait');
  await payFor(credits.getByRole('button', { name: packs.buyNamed('Small') }));
  await credits.getByText(arrival.arrived('2,000')).waitFor(PATIENCE);
  await page.getByText(arrival.done).waitFor();
  await page.keyboard.press('Escape');
  await credits.waitFor({ state: 'detached' });

  // 3. The order is where it was, says no more that there are too few, and goes now.
  await page.getByText(/^A render from .* was not sent\. Send it now\?$/).waitFor(PATIENCE);
  await page.getByRole('button', { name: t.order.send, exact: true }).click(PATIENCE);
  await pill('1,900').waitFor(PATIENCE);

  // 4. The mail's link brings what waited.
  const mails = await product.smtp.mailsTo(email, 2);
  const link = mails.map((mail) => mail.link).find((one) => one.includes('#verify'));
  await page.goto(here(link ?? ''));
  const proof = page.getByRole('dialog', { name: verify.title });
  await proof.getByText(`${verify.done(email)} ${verify.credits('3,900')}`).waitFor();
  await check('a proven e-mail');
  await page.keyboard.press('Escape');
  await pill('3,900').waitFor();
  await bell().click();
  const told = page.getByRole('region', { name: notices.title }).getByRole('button');
  await told.filter({ hasText: notices.signup(2000) }).waitFor();
  await told.filter({ hasText: notices.purchase(2000) }).waitFor();
  await told.filter({ hasText: notices.signup(2000) }).click();
  const movements = page.getByRole('dialog', { name: t.shell.ledger }).getByRole('article');
  await movements.filter({ hasText: ledger.signup }).filter({ hasText: '+2,000' }).waitFor();
  await movements.filter({ hasText: ledger.purchase('Small') }).waitFor();
  await page.keyboard.press('Escape');
  await choose('My Profile');
  await page.getByRole('dialog', { name: profile.title }).getByLabel(t.signIn.email).waitFor();
  expect(await page.getByText(profile.unverified).count()).toBe(0);
  await page.keyboard.press('Escape');
}
