import { en } from './en/common.ts';
import { enFailures } from './en/failures.ts';
import { createFormatters } from './formatters.ts';
import type { Texts } from './use-texts.ts';

/** Everything the page says, in English. */
export const english: Texts = {
  language: 'en',
  t: en,
  format: createFormatters('en'),
  failures: enFailures,
};
