import { expect, test } from 'vitest';
import { orientModel } from '../../../src/app/model/orient-model.ts';
import { freshSettings } from '../../../src/app/state/projects.ts';
import type { UpAxis } from '../../../src/contract/scene/up-axis.ts';

/** A board of 2 by 1 by 0.5, made off its origin, that stands 10 wide on the stage. */
const report = {
  bounds: { min: [4, 0, 0], max: [6, 1, 0.5] },
  normalisation: [5, 0, 0, 0, 0, 5, 0, 0, 0, 0, 5, 0, -25, -2.5, -1.25, 1],
};
const settings = (up_axis: UpAxis, model_transform: number[] | null = null) => {
  const { render_settings, ...rest } = freshSettings('New');
  const transform = model_transform ?? render_settings.model_transform;
  return { ...rest, render_settings: { ...render_settings, up_axis, model_transform: transform } };
};
const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1e6) / 1e6 + 0);

test('a model is measured as it stands on the stage: normalised, moved, then turned', () => {
  const { bounds, orientation } = orientModel(report, settings('Y_UP'));
  expect(rounded(bounds.size)).toEqual([10, 5, 2.5]);
  expect(rounded(bounds.center)).toEqual([0, 0, 0]);
  expect(orientation.type).toBe('horizontal-x');
  const moved = [1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 7, 0, 1];
  const tall = orientModel(report, settings('Y_UP', moved));
  expect(rounded(tall.bounds.size)).toEqual([10, 15, 2.5]);
  expect(rounded(tall.bounds.center)).toEqual([0, 7, 0]);
  expect(tall.orientation.type).toBe('vertical');
  // +Y goes to +Z.
  const turned = orientModel(report, settings('Z_UP', moved));
  expect(rounded(turned.bounds.center)).toEqual([0, 0, 7]);
  expect(turned.orientation).toEqual({
    type: 'horizontal-z',
    upAxis: '+Z',
    frontAxis: '-Y',
    rightAxis: '+X',
  });
});

test('how a project stands its model counts before what was detected', () => {
  const own = { ...settings('Y_UP'), model_normalisation: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
  expect(rounded(orientModel(report, own).bounds.size)).toEqual([1, 2, 0.5]);
});
