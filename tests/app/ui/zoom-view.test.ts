import { expect, test } from 'vitest';
import { panBy, WHOLE_PICTURE, wheelScale, zoomAt } from '../../../src/app/ui/zoom-view.ts';

test('the point under the pointer stays where it is', () => {
  const at = 0.2;
  const view = zoomAt(WHOLE_PICTURE, 2, at, 0);
  // A point of the picture stands at x + point * scale; before, the pointer was over the point 0.2.
  expect(view.x + at * view.scale).toBeCloseTo(at, 10);
});

test('zoom stays between 1 and 5, and the picture always fills the box', () => {
  expect(zoomAt(WHOLE_PICTURE, 0.3, 0.5, 0.5)).toEqual(WHOLE_PICTURE);
  const near = zoomAt(WHOLE_PICTURE, 40, 0, 0);
  expect(near.scale).toBe(5);
  expect(panBy(near, 9, -9)).toEqual({ scale: 5, x: 2, y: -2 });
  expect(zoomAt(panBy(near, 9, 9), 1, 0, 0)).toEqual(WHOLE_PICTURE);
});

test('the wheel is as strong as the specification says', () => {
  expect(wheelScale(1, -100)).toBeCloseTo(Math.exp(0.15), 10);
  expect(wheelScale(wheelScale(2, 240), -240)).toBeCloseTo(2, 10);
});
