import { expect, test } from 'vitest';
import { moveInLine } from '../../../../src/app/features/progress/move-in-line.ts';

const LINE = [5, 6, 7];

test.each([
  [5, 2, [6, 5, 7]],
  [5, 3, [6, 7, 5]],
  [7, 0, [7, 5, 6]],
  [6, 0, [6, 5, 7]],
])('%d before place %d', (member, place, line) => {
  expect(moveInLine(LINE, member, place)).toEqual(line);
});

test.each([
  [5, 0],
  [5, 1],
  [7, 3],
  [9, 0],
])('%d before place %d changes nothing', (member, place) => {
  expect(moveInLine(LINE, member, place)).toBe(LINE);
});
