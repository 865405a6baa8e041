import type { CategoryBody, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { Language } from '../../texts/choose-language.ts';
import { compareNames } from '../../values/compare-names.ts';

export interface LibraryCategory {
  readonly id: number;
  readonly name: string;
  readonly items: readonly LibraryItemBody[];
}

/** Id of the category that only shows what is one's own (C8); the server's begin at 1. */
export const UPLOADED = 0;

/**
 * The categories of a library with the items that a search leaves, both in alphabetical order without regard to case
 * and accents (C14). Categories stay in the list when the search empties them.
 *
 * @param known Categories of the server; those of the items are added.
 * @param own Given, the list ends with the category of what this person uploaded.
 */
export function listCategories(
  items: readonly LibraryItemBody[],
  query: string,
  language: Language,
  known: readonly CategoryBody[] = [],
  own: { readonly userId: number | null; readonly name: string } | null = null,
): LibraryCategory[] {
  const compare = compareNames(language);
  const wanted = fold(query.trim());
  const found = items
    .filter((item) => fold(item.names[language]).includes(wanted))
    .sort((a, b) => compare(a.names[language], b.names[language]));
  const names = new Map(
    [...known, ...items.map(({ category }) => category)].map((one) => [one.id, one.names]),
  );
  const categories = [...names]
    .map(([id, name]) => ({
      id,
      name: name[language],
      items: found.filter(({ category }) => category.id === id),
    }))
    .sort((a, b) => compare(a.name, b.name));
  if (own === null) return categories;
  const uploaded = found.filter(({ user }) => user !== null && user === own.userId);
  return [...categories, { id: UPLOADED, name: own.name, items: uploaded }];
}

/**
 * The wanted category, or when it is empty the nearest one that is not, searching forward first and then backward
 * (S3 4). Null when all are empty.
 */
export function chooseCategory(
  categories: readonly LibraryCategory[],
  wanted: number | null,
): LibraryCategory | null {
  const found = categories.findIndex((category) => category.id === wanted);
  const start = Math.max(0, found);
  const hasItems = (category: LibraryCategory) => category.items.length > 0;
  return categories.slice(start).find(hasItems) ?? categories.slice(0, start).findLast(hasItems) ?? null;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
