export type Language = 'en' | 'es';

/** Where the person's choice stands in local storage. */
export const LANGUAGE_KEY = 'vitrine_language';

/**
 * The person's own choice, else the first language of the browser that we have, else English (A1).
 *
 * @param storage Holds the choice under {@link LANGUAGE_KEY}.
 * @param languages BCP 47 tags, most wanted first, as in `navigator.languages`.
 */
export function chooseLanguage(storage: Pick<Storage, 'getItem'>, languages: readonly string[]): Language {
  const stored = storage.getItem(LANGUAGE_KEY);
  if (stored === 'en' || stored === 'es') return stored;
  for (const tag of languages) {
    const base = tag.toLowerCase().split('-')[0];
    if (base === 'en' || base === 'es') return base;
  }
  return 'en';
}
