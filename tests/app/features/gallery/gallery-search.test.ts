import { parseDate } from '@internationalized/date';
import { expect, test } from 'vitest';
import {
  EVERYTHING,
  isNarrowed,
  searchParameters,
} from '../../../../src/app/features/gallery/gallery-search.ts';

const query = (changes: Partial<typeof EVERYTHING>, zone = 'UTC') =>
  Object.fromEntries(searchParameters({ ...EVERYTHING, ...changes }, zone));

test('what narrows nothing down is not asked for', () => {
  expect(query({})).toEqual({});
  expect(query({ words: '   ' })).toEqual({});
  expect(isNarrowed(EVERYTHING)).toBe(false);
  expect(isNarrowed({ ...EVERYTHING, words: ' ' })).toBe(false);
});

test.each([
  [{ words: ' oak chair ' }, { q: 'oak chair' }],
  [{ material: 7 }, { material: '7' }],
  [{ engine: 'comfyui' as const }, { engine: 'comfyui' }],
  [{ isStarred: true }, { starred: 'true' }],
])('%o is asked for as %o', (changes, asked) => {
  expect(query(changes)).toEqual(asked);
  expect(isNarrowed({ ...EVERYTHING, ...changes })).toBe(true);
});

test('days are whole ones where the person is, also where the clock is changed between them', () => {
  const days = { start: parseDate('2026-03-28'), end: parseDate('2026-03-29') };
  expect(query({ days })).toEqual({ from: '2026-03-28T00:00:00.000Z', to: '2026-03-30T00:00:00.000Z' });
  expect(query({ days }, 'Europe/Madrid')).toEqual({
    from: '2026-03-27T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
  expect(isNarrowed({ ...EVERYTHING, days })).toBe(true);
});
