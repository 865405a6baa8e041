import { expect, test } from 'vitest';
import { readGridKey } from '../../../../src/app/features/gallery/move-in-grid.ts';

/** Eleven cards in rows of four, of which two are in sight. */
const read = (key: string, at: number, { isWide = false, isInside = false } = {}) =>
  readGridKey({ key, ctrlKey: isWide, metaKey: false }, at, 11, 4, 2, isInside);

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 10, 10],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 5, 9],
  ['ArrowDown', 7, 10],
  ['ArrowUp', 9, 5],
  ['ArrowUp', 2, 2],
  ['Home', 6, 4],
  ['End', 5, 7],
  ['End', 9, 10],
  ['PageDown', 1, 9],
  ['PageUp', 10, 2],
])('%s at %i goes to %i', (key, at, to) => {
  expect(read(key, at)).toEqual({ to });
  // Also from the buttons of a card.
  expect(read(key, at, { isInside: true })).toEqual({ to });
});

test('with Ctrl Home and End go to the first and the last of all', () => {
  expect(read('Home', 6, { isWide: true })).toEqual({ to: 0 });
  expect(read('End', 1, { isWide: true })).toEqual({ to: 10 });
});

test('a card is opened, selected and deleted by key, and a button of it keeps its own keys', () => {
  expect([read('Enter', 0), read(' ', 0), read('Delete', 0)]).toEqual(['open', 'toggle', 'delete']);
  for (const key of ['Enter', ' ']) expect(read(key, 0, { isInside: true })).toBeNull();
  // A press on the mark of a card leaves the focus there: what is selected is deleted from it as from the card.
  expect(read('Delete', 0, { isInside: true })).toBe('delete-selected');
  expect([read('a', 0, { isWide: true }), read('a', 0), read('Escape', 0)]).toEqual(['all', null, 'none']);
});
