import { expect, test } from 'vitest';
import { shortenNumbers } from '../../../../src/app/features/billing/shorten-numbers.ts';
import { createFormatters } from '../../../../src/app/texts/formatters.ts';

test.each([
  ['12000 credits a month', '12K credits a month'],
  ['12,000 credits and 60 pictures', '12K credits and 60 pictures'],
  ['130.000 créditos', '130K créditos'],
  ['1 500 pictures', '1.5K pictures'],
  ['2500000 credits', '2.5M credits'],
  ['999 pictures, 4 a batch', '999 pictures, 4 a batch'],
  ['0.40 € each', '0.40 € each'],
  ['Batches of up to 4', 'Batches of up to 4'],
])('%s reads %s (S1 9, A3)', (line, shortened) => {
  for (const language of ['en', 'es'] as const) {
    expect(shortenNumbers(line, createFormatters(language))).toBe(shortened);
  }
});
