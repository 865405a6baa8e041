import { describe, expect, test } from 'vitest';
import {
  chooseGraphSize,
  EDIT_CANVAS,
} from '../../../../../../src/server/renders/engines/comfyui/graph/graph-size.ts';

/** Ratios that the page offers, and some that a person may type. */
const RATIOS = [
  [1024, 1024],
  [1024, 1280],
  [1280, 1024],
  [1536, 1024],
  [1024, 1536],
  [1600, 1200],
  [1920, 1080],
  [1080, 1920],
  [2048, 1024],
  [1000, 1414],
  [777, 1111],
] as const;

describe('the canvas of a model that edits', () => {
  test.each(RATIOS)(
    'of %d x %d: multiples of 32, 0.9 to 1.1 megapixels, the ratio within 2 %%',
    (width, height) => {
      const { widthPx, heightPx } = chooseGraphSize(width, height, undefined, EDIT_CANVAS.stepPx);
      expect([widthPx % 32, heightPx % 32]).toEqual([0, 0]);
      const megapixels = (widthPx * heightPx) / 1024 ** 2;
      expect(megapixels).toBeGreaterThan(0.9);
      expect(megapixels).toBeLessThan(1.1);
      expect(Math.abs(widthPx / heightPx / (width / height) - 1)).toBeLessThan(0.02);
    },
  );
});

test('SDXL’s is as it ever was', () => {
  const sizes = RATIOS.slice(0, 7).map(([width, height]) => Object.values(chooseGraphSize(width, height)));
  expect(sizes).toEqual([
    [1024, 1024],
    [1024, 1280],
    [1280, 1024],
    [1344, 896],
    [896, 1344],
    [1280, 960],
    [1344, 768],
  ]);
});
