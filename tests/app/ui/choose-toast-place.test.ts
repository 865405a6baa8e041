import { expect, test } from 'vitest';
import { type Box, chooseToastPlace } from '../../../src/app/ui/choose-toast-place.ts';

const PAGE = { width: 1100, height: 760 };
const STAGE: Box = { left: 0, top: 60, right: 748, bottom: 648 };
const SIZE = { width: 360, height: 56 };

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

function covers(place: { right: number; top: number }, other: Box): boolean {
  const left = PAGE.width - place.right - SIZE.width;
  const isBeside = left >= other.right || left + SIZE.width <= other.left;
  return !isBeside && place.top < other.bottom && place.top + SIZE.height > other.top;
}

test('toasts stand in the upper right corner of the stage, where nothing acts', () => {
  expect(chooseToastPlace(SIZE, STAGE, PAGE, [])).toEqual({ right: 352, top: 60 });
  const far = [box(760, 60, 340, 700), box(20, 300, 40, 300)];
  expect(chooseToastPlace(SIZE, STAGE, PAGE, far)).toEqual({ right: 352, top: 60 });
});

test('what acts there moves them as far as it takes, and no further', () => {
  const views = box(100, 64, 460, 46);
  const place = chooseToastPlace(SIZE, STAGE, PAGE, [views]);
  expect(covers(place, views)).toBe(false);
  expect(place.right).toBe(352);
  expect(place.top).toBeLessThan(130);
});

test('where everything acts they cover what they must, and stay on the page', () => {
  const place = chooseToastPlace(SIZE, { ...STAGE, right: 2_000 }, PAGE, [box(0, 0, 1100, 760)]);
  expect(place.right).toBeGreaterThanOrEqual(8);
  expect(place.right).toBeLessThanOrEqual(PAGE.width - SIZE.width - 8);
  expect(place.top).toBeLessThanOrEqual(PAGE.height - SIZE.height - 8);
});
