import { expect, test } from 'vitest';
import { countImages, priceOrder } from '../../../src/app/model/price-order.ts';
import { freshSettings } from '../../../src/app/state/projects.ts';

const settings = (quality: 'draft' | 'standard' | 'high', batch: number) => {
  const base = freshSettings('Chair');
  return { ...base, render_settings: { ...base.render_settings, quality, batch_size: batch } };
};

test.each([
  [settings('standard', 1), null, 200],
  [settings('standard', 3), null, 600],
  [settings('draft', 1), 2048, 150],
  [settings('standard', 2), 2048, 600],
  [settings('high', 1), 4096, 1200],
] as const)('images x cost x quality x enlarging (L18)', (order, outputPx, credits) => {
  expect(priceOrder(order, 200, outputPx)).toBe(credits);
});

test('it is rounded up once, and a fixed seed makes one image', () => {
  expect(priceOrder(settings('draft', 1), 33, 2048)).toBe(25);
  const fixed = { ...settings('standard', 4), fix_seed: true };
  expect([countImages(fixed), priceOrder(fixed, 200, null)]).toEqual([1, 200]);
});

test('a picture above 2048 px costs three times as much', () => {
  const { render_settings: look, ...rest } = settings('standard', 2);
  const large = { ...rest, render_settings: { ...look, width: 4096, height: 2304 } };
  expect(priceOrder(large, 200, null)).toBe(1200);
});
