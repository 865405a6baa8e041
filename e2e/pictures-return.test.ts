import { expect, test } from 'vitest';
import { openStory, SMALL_DRAFTS } from './support/open-story.ts';

/** Pictures that could not be had while the server was away. */

test('a picture that did not come for want of the server comes by itself once it is reached', async () => {
  const ada = await openStory({ renderSettings: SMALL_DRAFTS });
  const { page } = ada;
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const strip = page.getByRole('region', { name: 'Renders of this project' });
  const picture = strip.getByRole('img', { name: /^Walnut/ }).first();
  await picture.waitFor();
  const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  await page.route('**/files/**', (route) => route.abort());
  await page.reload();
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
  expect(await width()).toBe(0);
  await page.route('**/api/**', (route) => route.abort());
  await page.getByText('The server does not answer').first().waitFor();
  await page.unrouteAll();
  await expect.poll(width).toBeGreaterThan(0);
  expect(ada.errors).toEqual([]);
  await ada.close();
});
