import { expect, test } from 'vitest';
import { shortenMiddle } from '../../../src/app/values/shorten-middle.ts';

test('what fits stays; what does not keeps its beginning and its end', () => {
  expect(shortenMiddle('https://shop.example.com/hook')).toBe('https://shop.example.com/hook');
  expect(shortenMiddle('abcdefghij', 10)).toBe('abcdefghij');
  expect(shortenMiddle('abcdefghijk', 10)).toBe('abcdef…ijk');
  expect(shortenMiddle('😀😀😀😀😀', 4)).toBe('😀😀…😀');
});
