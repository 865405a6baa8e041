import { expect, test } from 'vitest';
import { openStory } from './support/open-story.ts';

test('a part of the page that does not arrive says so in its place, and comes when asked again', async () => {
  const story = await openStory({ isEmpty: true });
  const { page } = story;
  let isLost = true;
  await page.route('**/assets/About-*.js', (route) => (isLost ? route.abort() : route.continue()));

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  const dialog = page.getByRole('dialog', { name: 'Application Information' });
  const sentence = dialog.getByRole('alert').getByText('This part of the app could not be loaded.');
  await sentence.waitFor();

  // Still lost: the same sentence, and the page goes on around it.
  const again = page.waitForRequest('**/assets/About-*.js');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await again;
  await sentence.waitFor();

  isLost = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText(/^Version \d/).waitFor();
  expect(await sentence.count()).toBe(0);
  expect(story.errors).toEqual([]);
  await story.close();
});
