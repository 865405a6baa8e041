import { expect, test } from 'vitest';
import { mergeViews } from '../../../src/contract/camera/merge-views.ts';
import type { SavedView } from '../../../src/contract/http/camera-views.ts';

const uuid = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const view = (letter: string, timestamp: number, change: Partial<SavedView> = {}): SavedView => ({
  uuid: uuid(letter),
  id: 1,
  name: `${letter}${timestamp}`,
  pose: { position: [0, 0, 5], target: [0, 0, 0], up: [0, 1, 0], quaternion: [0, 0, 0, 1], fovDegrees: 45 },
  model_hash: null,
  is_active: false,
  order: letter.charCodeAt(0),
  timestamp,
  model_transform: null,
  thumbnail: null,
  backend_id: null,
  version: '2.1.0',
  ...change,
});
const gone = (letter: string, timestamp: number) => ({ uuid: uuid(letter), timestamp });
const names = (list: { views: SavedView[] }) => list.views.map(({ name }) => name);
const NOTHING = { views: [], deleted: [] };

test('views of both sides stand, of one view the newer state, whichever side has it', () => {
  const one = { views: [view('a', 1), view('b', 9)], deleted: [] };
  const other = { views: [view('a', 5), view('c', 2), view('b', 3)], deleted: [] };
  expect(names(mergeViews(one, other))).toEqual(['a5', 'b9', 'c2']);
  expect(names(mergeViews(other, one))).toEqual(['a5', 'b9', 'c2']);
});

test('of two states as old as each other the second side has its way', () => {
  const merged = mergeViews(
    { views: [view('a', 1, { name: 'theirs' })], deleted: [] },
    { views: [view('a', 1, { name: 'mine' })], deleted: [] },
  );
  expect(names(merged)).toEqual(['mine']);
});

test('of two equals the picture stays, and an older state’s picture is none of the newer', () => {
  const thumbnail = 'data:image/webp;base64,UklGRg==';
  const pictured = { views: [view('a', 1, { thumbnail })], deleted: [] };
  const plain = { views: [view('a', 1)], deleted: [] };
  expect(mergeViews(pictured, plain).views).toEqual(pictured.views);
  expect(mergeViews(plain, pictured).views).toEqual(pictured.views);
  const newer = { views: [view('a', 2)], deleted: [] };
  expect(mergeViews(pictured, newer).views).toEqual(newer.views);
});

test('a deleted view stays deleted on either side, and a later change brings it back', () => {
  const deleted = { views: [], deleted: [gone('a', 5)] };
  const old = { views: [view('a', 4)], deleted: [] };
  expect(mergeViews(deleted, old)).toEqual(deleted);
  expect(mergeViews(old, deleted)).toEqual(deleted);
  const later = { views: [view('a', 6)], deleted: [] };
  expect(mergeViews(deleted, later)).toEqual(later);
  expect(mergeViews(later, deleted)).toEqual(later);
});

test('a cleared list stays cleared, but for what is newer', () => {
  const cleared = { views: [], deleted: [gone('a', 5), gone('b', 5)] };
  const elsewhere = { views: [view('a', 1), view('b', 1), view('c', 3)], deleted: [] };
  expect(mergeViews(cleared, elsewhere)).toEqual({ views: [view('c', 3)], deleted: cleared.deleted });
});

test('one view at most is active: mine, else theirs', () => {
  const one = { views: [view('a', 9, { is_active: true })], deleted: [] };
  const other = { views: [view('b', 1, { is_active: true })], deleted: [] };
  const active = (list: { views: SavedView[] }) => list.views.map(({ is_active }) => is_active);
  expect(active(mergeViews(one, other))).toEqual([false, true]);
  expect(active(mergeViews(one, NOTHING))).toEqual([true]);
});

test('a view keeps the number the server gave it, whichever side knows it', () => {
  const numbered = { views: [view('a', 1, { backend_id: 7 })], deleted: [] };
  const plain = { views: [view('a', 2)], deleted: [] };
  for (const merged of [mergeViews(numbered, plain), mergeViews(plain, numbered)]) {
    expect(merged.views).toMatchObject([{ name: 'a2', backend_id: 7 }]);
  }
});

test('of deletions the newest 200 are kept', () => {
  const deleted = Array.from({ length: 201 }, (_, index) => ({
    uuid: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
    timestamp: 300 - index,
  }));
  const kept = mergeViews({ views: [], deleted }, NOTHING).deleted;
  expect([kept.length, kept[0]?.timestamp, kept.at(-1)?.timestamp]).toEqual([200, 101, 300]);
});
