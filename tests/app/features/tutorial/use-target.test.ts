import { expect, test } from 'vitest';
import { chooseSide } from '../../../../src/app/features/tutorial/use-target.ts';

const desktop = { width: 1440, height: 900 };
const portrait = { width: 820, height: 1180 };

test.each([
  ['the top bar', { left: 900, right: 1440, top: 0, bottom: 48 }, desktop, 'bottom'],
  ['the panel at the right', { left: 1060, right: 1440, top: 48, bottom: 640 }, desktop, 'left'],
  ['the carousel below', { left: 0, right: 1060, top: 780, bottom: 900 }, desktop, 'top'],
  ['the tools at the left', { left: 100, right: 140, top: 250, bottom: 580 }, desktop, 'right'],
  ['the stage', { left: 170, right: 1060, top: 60, bottom: 770 }, desktop, 'inside'],
  ['a sheet over half of the page', { left: 0, right: 820, top: 640, bottom: 1180 }, portrait, 'top'],
  ['the stage above it', { left: 60, right: 760, top: 60, bottom: 760 }, portrait, 'bottom'],
] as const)('a card about %s stands where there is room', (_what, box, page, side) => {
  expect(chooseSide(box, page)).toBe(side);
});
