import type { LateTexts } from './catalogue.ts';
import type { Language } from './choose-language.ts';
import type { Texts } from './use-texts.ts';

const loaded = new Map<Language, Texts>();
const loadedLate = new Map<Language, LateTexts>();

/** Fetches what the page says in a language. Before the first paint in the one it opens with, later in another. */
export async function loadTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const texts =
    language === 'es' ? (await import('./spanish.ts')).spanish : (await import('./english.ts')).english;
  loaded.set(language, texts);
}

/** Fetches what the studio says in a language, before it is shown. */
export async function loadLateTexts(language: Language): Promise<void> {
  if (loadedLate.has(language)) return;
  const texts =
    language === 'es'
      ? (await import('./late-spanish.ts')).lateSpanish
      : (await import('./late-english.ts')).lateEnglish;
  loadedLate.set(language, texts);
}

/** @returns Catalogue, failure sentences and formatters of a language that was loaded. */
export function textsOf(language: Language): Texts {
  return given(loaded.get(language), language);
}

/** @returns What the studio says in a language that was loaded. */
export function lateTextsOf(language: Language): LateTexts {
  return given(loadedLate.get(language), language);
}

function given<T>(texts: T | undefined, language: Language): T {
  if (texts === undefined) throw new Error(`The texts of ${language} were not loaded`);
  return texts;
}
