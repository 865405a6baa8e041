import { expect, test } from 'vitest';
import { chooseLanguage } from '../../../src/app/texts/choose-language.ts';

const stored = (value: string | null) => ({ getItem: () => value });

test('the person’s choice wins, then the browser’s, then English', () => {
  expect(chooseLanguage(stored('es'), ['en-GB'])).toBe('es');
  expect(chooseLanguage(stored(null), ['fr-FR', 'es-MX', 'en'])).toBe('es');
  expect(chooseLanguage(stored('xx'), ['de'])).toBe('en');
});
