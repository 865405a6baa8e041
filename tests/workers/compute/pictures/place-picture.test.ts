import { describe, expect, test } from 'vitest';
import { CHANNEL_PRESETS } from '../../../../src/contract/files/channel-presets.ts';
import { type Box, placePicture } from '../../../../src/workers/compute/pictures/place-picture.ts';

const SQUARE = { widthPx: 1000, heightPx: 1000 };

/** Where a product ends up in its frame. */
function productIn(box: Box, place: ReturnType<typeof placePicture>): Box {
  return {
    left: place.x + box.left * place.scale,
    top: place.y + box.top * place.scale,
    width: box.width * place.scale,
    height: box.height * place.scale,
  };
}

test('as it was made, a picture is not touched', () => {
  expect(placePicture(SQUARE, null, null)).toEqual({ ...SQUARE, x: 0, y: 0, scale: 1 });
});

describe('Amazon', () => {
  const { amazon } = CHANNEL_PRESETS;
  test.each([
    ['tall', { left: 400, top: 100, width: 200, height: 500 }],
    ['wide', { left: 10, top: 600, width: 800, height: 100 }],
    ['small', { left: 0, top: 0, width: 50, height: 50 }],
  ])('a %s product fills 85 %% of the frame, in its middle', (_, box) => {
    const place = placePicture(SQUARE, box, amazon);
    expect(place).toMatchObject({ widthPx: 2000, heightPx: 2000 });
    const { left, top, width, height } = productIn(box, place);
    expect(Math.max(width, height)).toBeCloseTo(1700, 6);
    expect(left + width / 2).toBeCloseTo(1000, 6);
    expect(top + height / 2).toBeCloseTo(1000, 6);
  });
});

describe('a frame of another shape', () => {
  const { 'instagram-4x5': post, 'instagram-9x16': story, shopify } = CHANNEL_PRESETS;

  test('a picture of the frame’s shape covers it exactly', () => {
    expect(placePicture(SQUARE, null, shopify)).toEqual({
      widthPx: 2048,
      heightPx: 2048,
      x: 0,
      y: 0,
      scale: 2.048,
    });
  });

  test('a narrow product leaves room to cut the sides, around it and never beyond the picture', () => {
    const middle = placePicture(SQUARE, { left: 450, top: 200, width: 100, height: 600 }, post);
    expect(middle).toMatchObject({ scale: 1.35, y: 0 });
    expect(middle.x).toBeCloseTo((1080 - 1350) / 2, 6);
    const atLeft = placePicture(SQUARE, { left: 0, top: 200, width: 100, height: 600 }, post);
    expect(atLeft).toMatchObject({ scale: 1.35, x: 0 });
  });

  test('a product that is too long stays whole with air around it, and strips stay free', () => {
    const box = { left: 100, top: 400, width: 800, height: 300 };
    const place = placePicture(SQUARE, box, story);
    const { left, width } = productIn(box, place);
    expect(width).toBeCloseTo(1080 / 1.1, 6);
    expect(left).toBeGreaterThan(0);
    expect(place.y).toBeGreaterThan(0);
    // The same strip above as below.
    expect(place.y * 2 + 1000 * place.scale).toBeCloseTo(1920, 6);
  });

  test('where the product is not known nothing is cut off', () => {
    expect(placePicture(SQUARE, null, story)).toMatchObject({ scale: 1.08, x: 0, y: 420 });
  });
});
