import { es } from './es/common.ts';
import { esFailures } from './es/failures.ts';
import { createFormatters } from './formatters.ts';
import type { Texts } from './use-texts.ts';

/** Everything the page says, in Spanish. */
export const spanish: Texts = {
  language: 'es',
  t: es,
  format: createFormatters('es'),
  failures: esFailures,
};
