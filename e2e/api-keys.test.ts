import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreen } from './support/check-screen.ts';
import { openStory, type Story } from './support/open-story.ts';

/** Somebody lets a program use their account, sees that it does, and takes the key from it again. */

const PASSWORD = 'a long enough password';
let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true, viewport: { width: 820, height: 1180 } });
});
afterAll(() => story?.close());

test('a key is made, copied once, used by a program as far as it may, and revoked', async () => {
  const { page, errors } = story;
  const { origin } = new URL(page.url());
  await page.evaluate(() => {
    location.hash = 'settings';
  });
  await page.getByRole('tab', { name: 'Programs' }).click();
  const keys = page.getByRole('region', { name: 'API keys' });

  // 1. Nothing is made without a name, something that it may do, and the password.
  await keys.getByRole('button', { name: 'Make a key' }).click();
  const form = keys.getByRole('form', { name: 'Make a key' });
  await form.getByRole('button', { name: 'Make' }).click();
  await form.getByText('Write a name.').waitFor();
  await form.getByLabel('Name of the key').fill('Shop');
  await form.getByRole('switch', { name: 'Read projects, libraries and renders' }).press('Space');
  await form.getByLabel('Present password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await form.getByText('Choose at least one thing that it may do.').waitFor();
  await checkScreen(page, 'en', 'making a key');
  await form.getByRole('switch', { name: 'Read projects, libraries and renders' }).press('Space');
  await form.getByLabel('Present password').press('Enter');

  // 2. It is shown once.
  const key = (await keys.locator('code').textContent()) ?? '';
  expect(key).toMatch(/^vitrine_[\w-]{43}$/);
  await checkScreen(page, 'en', 'a key that was made');
  // 3. It stays until it is kept: a press beside the window does nothing, and whoever leaves is asked.
  await page.mouse.click(5, 5);
  expect(await keys.locator('code').textContent()).toBe(key);
  const question = page.getByRole('alertdialog', { name: 'Leave without it?' });
  const ways = [
    () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('tab', { name: 'General' }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await keys.locator('code').textContent()).toBe(key);
  }
  await keys.getByRole('button', { name: 'I have kept it' }).click();
  expect(await page.content()).not.toContain(key);

  // 4. A program reads with it, and does no more.
  const call = (method: string) =>
    fetch(`${origin}/api/project/`, { method, headers: { authorization: `Bearer ${key}` } });
  expect((await call('GET')).status).toBe(200);
  expect((await call('POST')).status).toBe(403);

  // 5. Revoked, it is refused at once.
  await keys.getByRole('button', { name: 'Revoke Shop' }).click();
  await page.getByText('Shop is revoked. Programs with it are refused from now on.').waitFor();
  expect((await call('GET')).status).toBe(401);
  expect(errors).toEqual([]);
});
