import { createContext, useContext } from 'react';
import type { Catalogue } from './catalogue.ts';
import type { Language } from './choose-language.ts';
import type { FailureTexts } from './failure-texts.ts';
import type { Formatters } from './formatters.ts';

export interface Texts {
  readonly language: Language;
  readonly t: Catalogue;
  readonly format: Formatters;
  readonly failures: FailureTexts;
}

export const TextsContext = createContext<Texts | null>(null);

/** Texts of the page's language. Only under a `TextsProvider`. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (texts === null) throw new Error('There are no texts here');
  return texts;
}
