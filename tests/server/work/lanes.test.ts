import { expect, test } from 'vitest';
import { createLanes } from '../../../src/server/work/lanes.ts';

interface Piece {
  readonly lane: 'quick' | 'slow';
  readonly caller: string;
  readonly name: string;
}

const piece = (name: string, lane: Piece['lane'], caller = 'Ada'): Piece => ({ lane, caller, name });
const open = (quickAtOnce = 10) =>
  createLanes<Piece['lane'], Piece>({
    quick: { share: 2, atOnce: quickAtOnce },
    slow: { share: 1, atOnce: 10 },
  });

test('lanes that wait get their shares, and the first of equals begins', () => {
  const lanes = open();
  for (const name of ['q1', 'q2', 'q3', 'q4', 'q5', 'q6']) lanes.add(piece(name, 'quick'));
  for (const name of ['s1', 's2', 's3']) lanes.add(piece(name, 'slow'));
  const begun = Array.from({ length: 9 }, () => lanes.begin()?.name);
  expect(begun).toEqual(['q1', 's1', 'q2', 'q3', 's2', 'q4', 'q5', 's3', 'q6']);
  expect(lanes.begin()).toBeNull();
});

test('what comes late to a quiet lane is next, and makes up for no turns that it did not want', () => {
  const lanes = open();
  for (let count = 0; count < 20; count++) lanes.add(piece(`q${count}`, 'quick'));
  for (let count = 0; count < 10; count++) {
    const begun = lanes.begin();
    if (begun !== null) lanes.end(begun);
  }
  lanes.add(piece('s1', 'slow'));
  lanes.add(piece('s2', 'slow'));
  expect([lanes.begin()?.name, lanes.begin()?.name, lanes.begin()?.name]).toEqual(['s1', 'q10', 'q11']);
});

test('callers of a lane take turns, each in the order of asking', () => {
  const lanes = open();
  for (const name of ['a1', 'a2', 'a3']) lanes.add(piece(name, 'quick', 'Ada'));
  lanes.add(piece('b1', 'quick', 'Bea'));
  expect(Array.from({ length: 4 }, () => lanes.begin()?.name)).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('a lane has no more in work than it may; others go past it', () => {
  const lanes = open(1);
  const first = piece('q1', 'quick');
  lanes.add(first);
  lanes.add(piece('q2', 'quick'));
  lanes.add(piece('s1', 'slow'));
  expect([lanes.begin()?.name, lanes.begin()?.name, lanes.begin()]).toEqual(['q1', 's1', null]);
  lanes.end(first);
  expect(lanes.begin()?.name).toBe('q2');
});

test('what is taken out is not begun, and nothing is taken out twice', () => {
  const lanes = open();
  const only = piece('q1', 'quick');
  lanes.add(only);
  expect([lanes.remove(only), lanes.remove(only), lanes.begin()]).toEqual([true, false, null]);
});
