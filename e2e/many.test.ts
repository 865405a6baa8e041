import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openStory, SMALL_DRAFTS } from './support/open-story.ts';

/** Three thousand of what people collect: projects, renders, materials of their own. */

const COUNT = 3_000;

/** Answers of the server, with as many more like the first one of them. */
async function multiply<T extends { id: number }>(
  page: Page,
  address: RegExp,
  more: (first: T, index: number) => T,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const own: T[] = await response.json();
    const others = Array.from({ length: COUNT }, (_, index) => more(own[0]!, index));
    await route.fulfill({ response, json: [...own, ...others] });
  });
}

test('of three thousand projects those in sight are drawn, and the last one is found and opened', async () => {
  const ada = await openStory();
  const { page } = ada;
  await multiply<{ id: number; name: string; updated_at: string }>(
    page,
    /\/api\/project\/summaries\/$/,
    (first, index) => ({
      ...first,
      id: first.id + 1 + index,
      name: `Chair ${index + 1}`,
      updated_at: new Date(Date.parse('2026-06-01T12:00:00Z') - index * 60_000).toISOString(),
    }),
  );
  const list = page.getByRole('dialog', { name: 'Projects' });
  await page.getByRole('button', { name: 'Projects', exact: true }).click();
  const rows = list.getByRole('row');
  await list.getByRole('row', { name: 'Chair 1', exact: true }).waitFor();
  expect(await rows.count()).toBeLessThan(60);
  const grid = list.getByRole('grid');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('3001');

  // To the end by one key, and there by name.
  await rows.first().focus();
  await page.keyboard.press('End');
  await list.getByRole('row', { name: 'Chair 3000', exact: true }).waitFor();
  expect(await rows.count()).toBeLessThan(60);
  await list.getByRole('textbox', { name: 'Search projects' }).fill('chair 2999');
  await expect.poll(() => rows.count()).toBe(1);
  await list.getByRole('row', { name: 'Chair 2999', exact: true }).waitFor();
  await list.getByRole('textbox', { name: 'Search projects' }).fill('aria');
  await list.getByRole('row', { name: 'Aria headphones' }).click();
  await list.waitFor({ state: 'detached' });
  expect(ada.errors).toEqual([]);
  await ada.close();
});

test('every render of a project can be started from, and its newest lead to all of them', async () => {
  const ada = await openStory({ renderSettings: SMALL_DRAFTS });
  const { page } = ada;
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const strip = page.getByRole('region', { name: 'Renders of this project' });
  await strip
    .getByRole('img', { name: /Walnut/ })
    .first()
    .waitFor();
  // As the server answers for a project that has 250.
  await page.route(/\/api\/projects\/\d+\/renders\//, async (route) => {
    const address = new URL(route.request().url());
    const before = Number(address.searchParams.get('cursor') || 251);
    address.search = '';
    const response = await route.fetch({ url: address.href });
    const { results } = await response.json();
    const ids = Array.from({ length: 100 }, (_, index) => before - 1 - index).filter((id) => id > 0);
    const created = (id: number) => new Date(Date.parse('2026-06-01T12:00:00Z') + id * 60_000).toISOString();
    const page = ids.map((id) => ({ ...results[0], id, created_at: created(id) }));
    await route.fulfill({ response, json: { results: page, next: before > 101 ? `${before - 100}` : null } });
  });
  await page.reload();
  const place = (name: string) => page.getByRole('navigation').getByRole('button', { name, exact: true });
  await place('Edit').click();
  const gallery = page.getByRole('region', { name: 'Start from a picture' });
  const pictures = gallery.getByRole('listitem');
  const more = gallery.getByRole('button', { name: 'Show more' });
  await expect.poll(() => pictures.count()).toBe(100);
  await more.click();
  await expect.poll(() => pictures.count()).toBe(200);
  await more.click();
  await expect.poll(() => pictures.count()).toBe(250);
  expect(await more.count()).toBe(0);

  await strip.getByRole('button', { name: 'All renders' }).click();
  await page.getByRole('heading', { name: 'Renders' }).waitFor();
  expect(ada.errors).toEqual([]);
  await ada.close();
});

test('of three thousand materials those in sight are drawn, and any is found', async () => {
  const ada = await openStory({ isEmpty: true });
  const { page } = ada;
  await multiply<{ id: number; names: { en: string; es: string } }>(
    page,
    /\/api\/material\/$/,
    (first, index) => ({
      ...first,
      id: 1_000_000 + index,
      names: { en: `Cloth ${index + 1}`, es: `Tela ${index + 1}` },
    }),
  );
  await page.reload();
  await page.getByRole('navigation').getByRole('button', { name: 'Assets', exact: true }).click();
  await page.getByText('3,029 materials').waitFor();
  const cards = page.getByRole('grid').getByRole('row');
  await cards.first().waitFor();
  expect(await cards.count()).toBeLessThan(200);
  await page.getByRole('searchbox', { name: 'Search materials' }).fill('cloth 2999');
  await expect.poll(() => cards.allTextContents()).toEqual([expect.stringContaining('Cloth 2999')]);
  expect(ada.errors).toEqual([]);
  await ada.close();
});
