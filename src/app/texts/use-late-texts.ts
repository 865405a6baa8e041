import type { LateTexts } from './catalogue.ts';
import { lateTextsOf } from './load-texts.ts';
import { useTexts } from './use-texts.ts';

/** Texts that come with the studio, in the page's language. Not for what is shown while nobody is signed in. */
export function useLateTexts(): LateTexts {
  return lateTextsOf(useTexts().language);
}
