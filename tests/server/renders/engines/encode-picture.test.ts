import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePicture, encodePng } from '../../../../src/server/renders/engines/encode-picture.ts';

/** A picture of which every byte says where it is. */
function paint(widthPx: number, heightPx: number) {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let i = 0; i < widthPx * heightPx; i++) {
    rgba.set([i % 251, Math.floor(i / widthPx) % 241, (i * 7) % 239, 255], i * 4);
  }
  return { widthPx, heightPx, rgba };
}

const withoutAlpha = (rgba: Uint8Array) => rgba.filter((_, at) => at % 4 !== 3);

test.each([
  [1, 1],
  [64, 48],
  [1999, 1401],
])('a picture of %i x %i px is a PNG of exactly its colours', async (widthPx, heightPx) => {
  const picture = paint(widthPx, heightPx);
  const { png, small } = await encodePicture(picture);
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: widthPx, height: heightPx, channels: 3 });
  expect(Buffer.compare(data, withoutAlpha(picture.rgba))).toBe(0);
  expect([small.widthPx, small.heightPx]).toEqual([widthPx, heightPx]);
  expect(Buffer.compare(small.rgba, picture.rgba)).toBe(0);
});

test('of a large picture there is a small one too, of whole squares in linear light', async () => {
  const picture = { widthPx: 4096, heightPx: 3, rgba: new Uint8Array(4096 * 3 * 4).fill(255) };
  for (let x = 0; x < 4096; x += 2) picture.rgba.fill(0, x * 4, x * 4 + 3);
  const { png, small } = await encodePicture(picture);
  expect(await sharp(png).metadata()).toMatchObject({ width: 4096, height: 3, hasAlpha: false });
  expect([small.widthPx, small.heightPx]).toEqual([2048, 2]);
  // One of four is black: 0.75 of the light is 225 of 255 in sRGB. The last row has no second one.
  expect([...small.rgba.subarray(0, 4)]).toEqual([225, 225, 225, 255]);
  expect([...small.rgba.subarray(2048 * 4, 2048 * 4 + 4)]).toEqual([255, 255, 255, 255]);
});

test('a picture in Display P3 keeps its numbers, and its profile says what they mean', async () => {
  // What sRGB writes as c02010.
  const red = { widthPx: 2, heightPx: 1, rgba: Uint8Array.from([0xb0, 0x32, 0x20, 255, 120, 120, 120, 255]) };
  const png = await encodePng(red, 'display-p3');
  const { icc } = await sharp(png).metadata();
  expect(icc?.toString('latin1').replaceAll('\0', '')).toContain('Display P3');
  const asWritten = await sharp(png, { ignoreIcc: true }).raw().toBuffer();
  expect([...asWritten]).toEqual([0xb0, 0x32, 0x20, 120, 120, 120]);
  const seen = await sharp(png).toColourspace('srgb').raw().toBuffer();
  for (const [k, value] of [0xc0, 0x20, 0x10, 120, 120, 120].entries())
    expect(Math.abs(seen[k]! - value)).toBeLessThanOrEqual(3);
});
