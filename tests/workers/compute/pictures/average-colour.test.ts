import { expect, test } from 'vitest';
import { averagePixels } from '../../../../src/workers/compute/pictures/average-colour.ts';

test.each([
  ['one colour', [10, 20, 30, 255, 10, 20, 30, 255], '#0a141e'],
  ['means of the values', [0, 0, 0, 255, 255, 255, 255, 255], '#808080'],
  ['what is half seen counts half', [255, 0, 0, 255, 0, 0, 0, 127.5], '#aa0000'],
  ['what is not seen does not count', [255, 255, 255, 0, 0, 128, 0, 255], '#008000'],
  ['nothing is seen (G20)', [9, 9, 9, 0], '#808080'],
  ['no pixels at all (G20)', [], '#808080'],
])('%s', (_title, rgba, expected) => {
  expect(averagePixels(rgba)).toBe(expected);
});

test('the factor of a material is linear', () => {
  expect(averagePixels([255, 255, 255, 255], [1, 0.2158605, 0])).toBe('#ff8000');
});
