import { createContext, useContext } from 'react';
import type { Catalogue, FailureTexts } from './catalogue.ts';
import type { Language } from './choose-language.ts';
import { en } from './en.ts';
import { enFailures } from './en-failures.ts';
import { es } from './es.ts';
import { esFailures } from './es-failures.ts';
import { createFormatters, type Formatters } from './formatters.ts';

export interface Texts {
  readonly language: Language;
  readonly t: Catalogue;
  readonly format: Formatters;
  readonly failures: FailureTexts;
}

/** @returns Catalogue, failure sentences and formatters of one language. */
export function createTexts(language: Language): Texts {
  return language === 'es'
    ? { language, t: es, format: createFormatters('es'), failures: esFailures }
    : { language, t: en, format: createFormatters('en'), failures: enFailures };
}

export const TextsContext = createContext<Texts>(createTexts('en'));

/** Texts of the page's language. Outside a {@link TextsContext}: English. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}
