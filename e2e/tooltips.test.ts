import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from './support/one-language.ts';
import { openStory, type Story } from './support/open-story.ts';

/** Names of controls, which stand over the page while a pointer rests on one. */

let story: Story;
beforeAll(async () => {
  story = await openStory({ isEmpty: true });
});
afterAll(() => story?.close());

test('a name whose place another has taken does not come back, in a corner of the page and for good', async () => {
  const { page } = story;
  const names = page.getByRole('tooltip');
  const { project, shell } = TEXTS.en;
  const button = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
  const [first, second] = [button(project.all), button(shell.feedback)];
  await page.mouse.move(500, 400);
  await first.focus();
  await first.hover();
  await names.waitFor();
  const name = await names.textContent();
  await second.hover();
  await expect.poll(() => names.allTextContents()).not.toContain(name);
  await expect.poll(() => names.count()).toBe(1);
  await page.mouse.move(500, 400);
  await names.waitFor({ state: 'detached' });
  await first.evaluate((button) => button.blur());
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await names.count()).toBe(0);
  expect(story.errors).toEqual([]);
});
