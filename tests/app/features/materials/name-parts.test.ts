import { expect, test } from 'vitest';
import { nameParts } from '../../../../src/app/features/materials/name-parts.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';

const nameAll = (names: readonly string[], language: 'en' | 'es' = 'en') => {
  const nodes = names.map((name, index) => ({
    index: index * 2,
    name,
    parent: null,
    hasMesh: name !== 'group' && name !== ' ',
    materials: [],
  }));
  return [...nameParts(nodes, textsOf(language))];
};

test('names that repeat or are missing can be told apart', () => {
  expect(nameAll(['Part', 'Part', '', 'Part (2)', 'Part', '', ' '])).toEqual([
    [0, 'Part'],
    [2, 'Part (3)'],
    [4, 'Unnamed mesh'],
    [6, 'Part (2)'],
    [8, 'Part (4)'],
    [10, 'Unnamed mesh (2)'],
    [12, 'Unnamed group'],
  ]);
  expect(nameAll([''], 'es')).toEqual([[0, 'Malla sin nombre']]);
});

test('a name of any length and content is one harmless line', () => {
  const [[, long = ''] = [], [, bidi = ''] = [], [, markup = ''] = []] = nameAll([
    'x'.repeat(20_000),
    'a\u202Eb\nc\u0000d',
    '<img src=x onerror=alert(1)>',
  ]);
  expect(long).toHaveLength(255);
  expect(bidi).toBe('a b c d');
  expect(markup).toBe('<img src=x onerror=alert(1)>');
});

test('six thousand equal names are all different, quickly enough to count them', () => {
  const names = nameAll(Array.from({ length: 6_000 }, () => 'Bolt')).map(([, name]) => name);
  expect(new Set(names).size).toBe(6_000);
  expect(names.at(-1)).toBe('Bolt (6000)');
});
