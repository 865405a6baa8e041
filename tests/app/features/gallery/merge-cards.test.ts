import { expect, test } from 'vitest';
import {
  appendPage,
  type CardList,
  mergeNewest,
  withCards,
  withoutCards,
  withStar,
} from '../../../../src/app/features/gallery/merge-cards.ts';
import { makeCard, makePage } from '../../../support/gallery-server.ts';

const ids = ({ cards }: CardList) => cards.map(({ id }) => id);
const LOADED = appendPage(mergeNewest(undefined, makePage([9, 8, 7], 7, 6)), '7', makePage([6, 5], 5));

test('pages stand below one another, and a page that is no longer the next one is not taken', () => {
  expect(ids(LOADED)).toEqual([9, 8, 7, 6, 5]);
  expect(LOADED).toMatchObject({ next: '5', total: 6 });
  expect(appendPage(LOADED, '7', makePage([6, 5], 5))).toBe(LOADED);
  expect(ids(appendPage(LOADED, '5', makePage([4], null)))).toEqual([9, 8, 7, 6, 5, 4]);
});

test('the newest page brings what is new, takes what is gone, and leaves what lies below', () => {
  const merged = mergeNewest(LOADED, makePage([10, 9, 7], 7, 6));
  expect(ids(merged)).toEqual([10, 9, 7, 6, 5]);
  expect(merged).toMatchObject({ next: '5', total: 6 });
  expect(mergeNewest(merged, makePage([10, 9, 7], 7, 6))).toEqual(merged);
});

test('where more is new than a page holds the list begins anew, and where a page holds all it is all', () => {
  const anew = mergeNewest(LOADED, makePage([30, 29, 28], 28, 27));
  expect(ids(anew)).toEqual([30, 29, 28]);
  expect(anew).toMatchObject({ next: '28', total: 27 });
  const all = mergeNewest(LOADED, makePage([9], null, 1));
  expect(ids(all)).toEqual([9]);
  expect(all).toMatchObject({ next: null, total: 1 });
  // Everything below was deleted elsewhere: what comes next is what the page says.
  expect(mergeNewest(LOADED, makePage([9, 4, 3], 3, 5))).toMatchObject({ next: '3', total: 5 });
});

test('cards go, come back in their places once, and carry stars', () => {
  const without = withoutCards(LOADED, new Set([8, 5, 99]));
  expect(ids(without)).toEqual([9, 7, 6]);
  expect(without.total).toBe(4);
  const back = withCards(without, [makeCard(5), makeCard(8), makeCard(9)]);
  expect(ids(back)).toEqual([9, 8, 7, 6, 5]);
  expect(back.total).toBe(6);
  const starred = withStar(LOADED, new Set([7]), true);
  expect(starred.cards.filter((card) => card.starred).map(({ id }) => id)).toEqual([7]);
});
