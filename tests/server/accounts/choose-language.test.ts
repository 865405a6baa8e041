import { expect, test } from 'vitest';
import { chooseLanguage } from '../../../src/server/accounts/choose-language.ts';

test.each([
  ['es', 'en', 'es'],
  ['en', 'es-ES', 'en'],
  [undefined, 'es-MX,es;q=0.9,en;q=0.8', 'es'],
  [undefined, 'fr, en;q=0.5, ES ; q=0.7', 'es'],
  [undefined, 'es;q=0, en', 'en'],
  [undefined, 'de-DE', 'en'],
  [undefined, undefined, 'en'],
] as const)('asked for %s with Accept-Language %s it is %s', (asked, accepted, language) => {
  expect(chooseLanguage(asked, accepted)).toBe(language);
});
