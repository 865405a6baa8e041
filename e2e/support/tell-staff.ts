import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { type GuardedPerson, PATIENCE } from './guarded-person.ts';
import type { GuardedProduct } from './guarded-product.ts';
import { listOverlaps } from './list-covered.ts';
import { TEXTS } from './one-language.ts';

const t = TEXTS.en;

/** Staff give credits, make a link for a password, take an invitation back, and find all of it written down. */
export async function tellStaff(
  person: GuardedPerson,
  staff: GuardedPerson,
  product: GuardedProduct,
  who: { readonly name: string; readonly email: string; readonly password: string },
): Promise<void> {
  const { staff: texts } = t;
  const outsider = 'hopper@example.com';

  // 1. What only staff have.
  const { page } = staff;
  await page.route('**/files/**', (route) => route.abort());
  await page.goto(`${product.url}#staff`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel(t.signIn.email).fill(product.owner.email);
  await page.getByRole('textbox', { name: t.signIn.password }).fill(product.owner.password);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: texts.title });
  const tab = (name: keyof typeof texts.tabs) =>
    dialog.getByRole('tab', { name: texts.tabs[name], exact: true });
  await dialog.getByRole('button', { name: texts.openPerson(who.name, who.email) }).click(PATIENCE);
  await dialog.getByRole('textbox', { name: texts.amount, exact: true }).fill('500');
  await dialog.getByLabel(texts.note).fill('For the fair');
  await page.keyboard.press('Enter');
  await dialog.getByText(texts.didGrant('500', 'For the fair')).waitFor();
  await dialog.getByRole('button', { name: texts.reset }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByText(texts.didReset).waitFor();
  await tab('invitations').click();
  await dialog.getByLabel(texts.inviteEmail).fill(outsider);
  await page.keyboard.press('Enter');
  const [mail] = await product.smtp.mailsTo(outsider);
  await dialog.getByRole('button', { name: texts.revokeNamed(outsider) }).click();
  await dialog.getByText(texts.invitationStates.revoked, { exact: true }).waitFor();
  await staff.check('an invitation taken back');

  // 2. All of it is written down, the newest first.
  await tab('acts').click();
  const acts = dialog.getByRole('list', { name: texts.acts }).getByRole('listitem');
  await acts.nth(4).waitFor();
  const lines = (await acts.evaluateAll((items) =>
    items.map((item) => [...item.querySelectorAll('span')].map((part) => part.textContent)),
  )) as string[][];
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: texts.saveActs }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/^vitrine-staff-\d{4}-\d{2}-\d{2}\.csv$/);
  const saved = await readFile(await table.path(), 'utf8');
  expect(saved.trim().split('\r\n')).toHaveLength(lines.length + 1);
  expect(saved).toContain(`${texts.didGrant('500', 'For the fair')},${who.name},owner\r\n`);
  const by = texts.actBy('owner');
  expect(lines.map(([, ...rest]) => rest)).toEqual([
    [texts.didRevoke(outsider), by],
    [texts.didInvite(outsider), by],
    [texts.didReset + texts.actFor(who.name), texts.actFor(who.name), by],
    [texts.didGrant('500', 'For the fair') + texts.actFor(who.name), texts.actFor(who.name), by],
    [texts.didInvite(who.email), by],
  ]);
  await staff.check('what staff did');
  // Outside again, with the invitation that is worth nothing now.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // A narrow bar has room for all that staff have in it.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect.poll(() => listOverlaps(page, 'header'), PATIENCE).toEqual([]);
  await staff.account().click();
  await page.getByRole('menuitem', { name: t.account.staff }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  if (size !== null) await page.setViewportSize(size);
  await staff.leave();
  await page.goto(staff.here(mail?.link ?? ''));
  await page.getByText('This invitation was already used or has expired.').waitFor();

  // 3. The person reads of the credits, and takes another password.
  await person.bell().click();
  const told = person.page.getByRole('region', { name: t.notices.title }).getByRole('button');
  await told
    .filter({ hasText: t.notices.grant(500) })
    .filter({ hasText: 'For the fair' })
    .click();
  const movement = person.page.getByRole('dialog', { name: t.shell.ledger }).getByRole('article').first();
  await movement.filter({ hasText: t.ledger.grant }).filter({ hasText: '+500' }).waitFor();
  await movement.getByText('For the fair').waitFor();
  await person.page.keyboard.press('Escape');
  await person.leave();
  await person.page.goto(person.here(link));
  await person.page.getByRole('textbox', { name: t.signIn.newPassword }).fill(who.password);
  await person.page.keyboard.press('Enter');
  await person.account().waitFor(PATIENCE);
  await person.leave();
}
