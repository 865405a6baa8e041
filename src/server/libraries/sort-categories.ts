import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { CategoryRow } from './find-items.ts';

/** Order of two names, case and accents aside (S1 2.4, C14); 0 for the same name. */
export function compareNames(a: string, b: string, language: AccountLanguage): number {
  return a.localeCompare(b, language, { sensitivity: 'base', numeric: true });
}

/** Categories by their name in a language. */
export function sortCategories(rows: readonly CategoryRow[], language: AccountLanguage): CategoryRow[] {
  return [...rows].sort(
    (a, b) => compareNames(a.names[language], b.names[language], language) || a.id - b.id,
  );
}
