import { expect, test } from 'vitest';
import { slug } from '../../../src/app/values/slug.ts';

test('a name of any language becomes small ASCII letters, digits and dashes, and is bounded', () => {
  const names = ['Cuero ñandú', 'Straße Nº 5', 'Ærø / Łódź', '../../etc', '正面', '', 'Walnut & brass 50 %'];
  expect(names.map(slug)).toEqual([
    'cuero-nandu',
    'strasse-no-5',
    'aero-lodz',
    'etc',
    '',
    '',
    'walnut-brass-50',
  ]);
  expect(slug(`${'long '.repeat(20)}name`)).toBe('long-long-long-long-long-long-long-long');
});
