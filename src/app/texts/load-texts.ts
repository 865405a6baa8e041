import type { Language } from './choose-language.ts';
import type { Texts } from './use-texts.ts';

const loaded = new Map<Language, Texts>();

/** Fetches what the page says in a language. Before the first paint in the one it opens with, later in another. */
export async function loadTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const texts =
    language === 'es' ? (await import('./spanish.ts')).spanish : (await import('./english.ts')).english;
  loaded.set(language, texts);
}

/** @returns Catalogue, failure sentences and formatters of a language that was loaded. */
export function textsOf(language: Language): Texts {
  const texts = loaded.get(language);
  if (texts === undefined) throw new Error(`The texts of ${language} were not loaded`);
  return texts;
}
