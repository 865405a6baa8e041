import { expect, test } from 'vitest';
import { reorderViews } from '../../../../src/app/features/views/move-view.ts';
import { makeView } from '../../../support/saved-view.ts';

const views = [1, 2, 3, 4].map((id) => makeView(id, { uuid: `u${id}` }));

test.each<[string, string[], string | null, string]>([
  ['one to the front', ['u3'], 'u1', 'u3 u1 u2 u4'],
  ['one to the end', ['u1'], null, 'u2 u3 u4 u1'],
  ['one between two', ['u4'], 'u2', 'u1 u4 u2 u3'],
  ['several keep their order', ['u4', 'u2'], 'u1', 'u2 u4 u1 u3'],
  ['before one that moves too', ['u1', 'u2'], 'u2', 'u3 u4 u1 u2'],
  ['to where it is', ['u2'], 'u3', 'u1 u2 u3 u4'],
  ['one that is not there', ['u9'], 'u1', 'u1 u2 u3 u4'],
])('%s', (_name, moved, before, wanted) => {
  const line = reorderViews(views, new Set(moved), before);
  expect(line.map(({ uuid }) => uuid).join(' ')).toBe(wanted);
});

test('only what moves gets another order, until there is no room left', () => {
  const once = reorderViews(views, new Set(['u4']), 'u2');
  expect(once.map(({ order }) => order)).toEqual([1, 1.5, 2, 3]);
  let line = views;
  for (let turn = 0; turn < 60; turn += 1) {
    line = reorderViews(line, new Set([line[2]!.uuid]), line[1]!.uuid);
    const orders = line.map(({ order }) => order);
    expect(new Set(orders).size).toBe(4);
    expect([...orders].sort((a, b) => a - b)).toEqual(orders);
  }
});
