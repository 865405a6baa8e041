import { expect, test } from 'vitest';
import {
  frameFovDegrees,
  frameShares,
  type PictureRatio,
  pictureSize,
  ratioOf,
} from '../../../src/contract/camera/picture-frame.ts';
import { PICTURE_EDGES_PX, PICTURE_RATIOS } from '../../../src/contract/constants.ts';

const RATIOS = Object.keys(PICTURE_RATIOS) as PictureRatio[];

test('a square shows the whole square, another ratio the largest frame in its middle', () => {
  expect(frameShares(1024, 1024)).toEqual({ x: 1, y: 1 });
  expect(frameShares(1600, 900)).toEqual({ x: 1, y: 0.5625 });
  expect(frameShares(900, 1600)).toEqual({ x: 0.5625, y: 1 });
});

test('the lens of a high picture is the square’s, that of a wide one is as much flatter as its frame', () => {
  expect(frameFovDegrees(45, 1024, 1024)).toBe(45);
  expect(frameFovDegrees(45, 576, 1024)).toBe(45);
  const tangent = (degrees: number) => Math.tan((degrees * Math.PI) / 360);
  expect(tangent(frameFovDegrees(45, 1600, 900))).toBeCloseTo(tangent(45) * 0.5625, 12);
});

test('every offered size has its ratio within half a step, its longer side as asked, and multiples of 8', () => {
  for (const ratio of RATIOS) {
    const [across, upwards] = PICTURE_RATIOS[ratio];
    for (const edge of PICTURE_EDGES_PX) {
      const { width, height } = pictureSize(ratio, edge);
      expect(Math.max(width, height)).toBe(edge);
      expect([width % 8, height % 8]).toEqual([0, 0]);
      expect(Math.abs(width / height / (across / upwards) - 1), `${ratio} ${edge}`).toBeLessThan(0.01);
      expect(ratioOf(width, height)).toBe(ratio);
    }
  }
  expect(pictureSize('1:1', 1024)).toEqual({ width: 1024, height: 1024 });
  expect(pictureSize('16:9', 2048)).toEqual({ width: 2048, height: 1152 });
  expect(pictureSize('9:16', 1536)).toEqual({ width: 864, height: 1536 });
});

test('a size that is not offered may have an offered ratio, or none', () => {
  expect(ratioOf(1920, 1080)).toBe('16:9');
  expect(ratioOf(64, 64)).toBe('1:1');
  expect(ratioOf(1000, 300)).toBeNull();
});
