import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { Language } from '../../texts/choose-language.ts';

export interface LibraryCategory {
  readonly id: number;
  readonly name: string;
  readonly items: readonly LibraryItemBody[];
}

/**
 * The categories of a library with the items that a search leaves, both in alphabetical order without regard to case
 * and accents (C14). Categories stay in the list when the search empties them.
 */
export function listCategories(
  items: readonly LibraryItemBody[],
  query: string,
  language: Language,
): LibraryCategory[] {
  const order = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  const wanted = fold(query.trim());
  const byId = new Map<number, { id: number; name: string; items: LibraryItemBody[] }>();
  for (const item of items) {
    const { id, names } = item.category;
    const category = byId.get(id) ?? { id, name: names[language], items: [] };
    byId.set(id, category);
    if (fold(item.names[language]).includes(wanted)) category.items.push(item);
  }
  for (const category of byId.values()) {
    category.items.sort((a, b) => order.compare(a.names[language], b.names[language]));
  }
  return [...byId.values()].sort((a, b) => order.compare(a.name, b.name));
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
