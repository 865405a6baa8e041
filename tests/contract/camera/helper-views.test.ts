import { expect, test } from 'vitest';
import { type DynamicView, describeHelperViews } from '../../../src/contract/camera/helper-views.ts';
import { measureBounds, type Orientation } from '../../../src/contract/scene/orientation.ts';
import { HELPER_VIEWS, type HelperView } from '../../../src/contract/stage.ts';

type Row = readonly [
  name: HelperView,
  color: string,
  region: readonly number[],
  empty: readonly number[],
  around: readonly number[],
];

/** Colours of S2 2; places without a model (E18), and around (1, 2, 3) for a model of 8 by 4 by 2. */
const ROWS: readonly Row[] = [
  ['front', '#4488ff', [1, 1, 1, 1], [0, 0, 15], [1, 2, 15]],
  ['back', '#4488ff', [3, 1, 1, 1], [0, 0, -15], [1, 2, -9]],
  ['top', '#88ff44', [1, 0, 1, 1], [0, 15, 0], [1, 14, 3]],
  ['bottom', '#88ff44', [1, 2, 1, 1], [0, -15, 0], [1, -10, 3]],
  ['left', '#ff4466', [0, 1, 1, 1], [-15, 0, 0], [-11, 2, 3]],
  ['right', '#ff4466', [2, 1, 1, 1], [15, 0, 0], [13, 2, 3]],
  ['isometric', '#f0f0f0', [1, 0, 2, 2], [10, 10, 10], [10.6, 11.6, 12.6]],
];
const bounds = measureBounds([-3, 0, 2], [5, 4, 4]);
const places = (views: readonly DynamicView[]) =>
  views.map(({ position: { x, y, z } }) => [x, y, z].map((value) => Math.round(value * 1e9) / 1e9 + 0));

test.each(ROWS.map((row, index) => [...row, index] as const))(
  '%s: colour %s, region %o, place %o, around a model %o',
  (name, color, [x, y, width, height], empty, around, index) => {
    const view = describeHelperViews(null)[index];
    expect(view).toMatchObject({ name, color, region: { x, y, width, height } });
    expect(places(describeHelperViews(null))[index]).toEqual(empty);
    expect(places(describeHelperViews(bounds))[index]).toEqual(around);
  },
);

test('every view has its row, in the order of the digits', () => {
  expect(ROWS.map(([name]) => name)).toEqual([...HELPER_VIEWS]);
});

test('a model is never nearer than 5 nor farther than 50', () => {
  const front = (size: number) =>
    places(describeHelperViews(measureBounds([-size / 2, 0, 0], [size / 2, 0, 0])))[0];
  expect([2, 4, 40].map(front)).toEqual([
    [0, 0, 5],
    [0, 0, 6],
    [0, 0, 50],
  ]);
});

/** Front, back, top, bottom, left, right, isometric. */
const DESCRIPTIONS: readonly (readonly [Orientation['type'], readonly string[]])[] = [
  ['vertical', ['height', 'height', 'end', 'end', 'height', 'height', 'corner']],
  ['horizontal-x', ['length', 'length', 'length', 'length', 'end', 'end', 'corner']],
  ['horizontal-z', ['end', 'end', 'length', 'length', 'length', 'length', 'corner']],
  ['generic', ['side', 'side', 'side', 'side', 'side', 'side', 'corner']],
];

test.each(DESCRIPTIONS)('of a %s model the views show %o', (type, shown) => {
  expect(describeHelperViews(bounds, type).map(({ description }) => description)).toEqual(shown);
});
