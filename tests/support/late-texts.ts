import { lateEnglish } from '../../src/app/texts/late-english.ts';
import { lateSpanish } from '../../src/app/texts/late-spanish.ts';

/** What the studio says, in both languages. */
export const LATE_TEXTS = { en: lateEnglish, es: lateSpanish };
