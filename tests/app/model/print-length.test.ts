import { expect, test } from 'vitest';
import { printLength } from '../../../src/app/model/print-length.ts';
import { createFormatters } from '../../../src/app/texts/formatters.ts';

test.each([
  [0.004, 'automatic', '4 mm'],
  [0.053, 'automatic', '5.3 cm'],
  [0.42, 'automatic', '42 cm'],
  [1.26, 'automatic', '1.3 m'],
  [0.42, 'metres', '0.42 m'],
  [1.26, 'centimetres', '126 cm'],
  [0.0254, 'inches', '1 in'],
  [0.42, 'inches', '17 in'],
] as const)('%d metres in %s read %s', (metres, units, text) => {
  expect(printLength(metres, units, createFormatters('en'))).toBe(text.replace(' ', '\u00a0'));
});

test('decimals are those of the language', () => {
  expect(printLength(0.053, 'automatic', createFormatters('es'))).toBe('5,3\u00a0cm');
});
