import { expect, test } from 'vitest';
import {
  chooseCategory,
  listCategories,
  UPLOADED,
} from '../../../../src/app/features/libraries/choose-category.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { makeCategory } from '../../../support/library-server.ts';

const inCategory = (id: number, name: string, category: number, categoryName: string) =>
  makeLibraryItem(id, {
    names: { en: name, es: `${name} es` },
    category: { id: category, name: categoryName, names: { en: categoryName, es: `${categoryName} es` } },
  });
const items = [
  inCategory(1, 'walnut', 30, 'Wood'),
  inCategory(2, 'Ébano', 30, 'Wood'),
  inCategory(3, 'Chestnut', 10, 'leather'),
  inCategory(4, 'Steel', 20, 'Metal'),
];

test('categories and items are in alphabetical order without regard to case and accents', () => {
  const shown = listCategories(items, '', 'en').map(({ name, items: list }) => [
    name,
    list.map(({ names }) => names.en),
  ]);
  expect(shown).toEqual([
    ['leather', ['Chestnut']],
    ['Metal', ['Steel']],
    ['Wood', ['Ébano', 'walnut']],
  ]);
});

test('a search finds names in the page’s language, without accents, and keeps empty categories in the row', () => {
  const found = listCategories(items, ' EBANO ', 'es');
  expect(found.map((category) => category.items.length)).toEqual([0, 0, 1]);
});

test('an empty category gives way to the nearest, forward first and then backward', () => {
  const withOnly = (query: string) => listCategories(items, query, 'en');
  expect(chooseCategory(withOnly(''), 20)?.name).toBe('Metal');
  expect(chooseCategory(withOnly('t'), null)?.name).toBe('leather');
  expect(chooseCategory(withOnly('walnut'), 10)?.name).toBe('Wood');
  expect(chooseCategory(withOnly('chestnut'), 30)?.name).toBe('leather');
  expect(chooseCategory(withOnly('glass'), 10)).toBeNull();
  expect(chooseCategory(withOnly(''), 99)?.name).toBe('leather');
});

test('categories without items are listed, and the last one shows what is one’s own', () => {
  const own = { ...inCategory(5, 'Suede', 10, 'leather'), user: 7 };
  const others = { ...inCategory(6, 'Wool', 40, 'Fabric'), user: 8 };
  const empty = makeCategory(50, 'Glass');
  const shown = listCategories([...items, own, others], '', 'en', [empty], { userId: 7, name: 'Uploaded' });
  expect(shown.map(({ id, name, items: list }) => [id, name, list.length])).toEqual([
    [40, 'Fabric', 1],
    [50, 'Glass', 0],
    [10, 'leather', 2],
    [20, 'Metal', 1],
    [30, 'Wood', 2],
    [UPLOADED, 'Uploaded', 1],
  ]);
  expect(chooseCategory(shown, UPLOADED)?.items).toEqual([own]);
});
