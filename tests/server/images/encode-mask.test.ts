import { expect, test } from 'vitest';
import { encodeMask } from '../../../src/server/images/encode-mask.ts';
import { openImage, openPixels } from '../../../src/server/images/open-image.ts';

/** One row of RGBA pixels. */
const row = (...pixels: [number, number, number, number][]) =>
  openPixels(Uint8Array.from(pixels.flat()), pixels.length, 1);

test('brighter than 160 is white, the rest and the transparent is black, nothing is in between', async () => {
  const sent = await row([0, 0, 0, 255], [160, 160, 160, 255], [161, 161, 161, 255], [255, 255, 255, 0])
    .webp({ lossless: true })
    .toBuffer();
  const mask = openImage(await encodeMask(sent, 4, 1, 'mask'));
  expect(await mask.metadata()).toMatchObject({ format: 'png', channels: 1, hasAlpha: false });
  expect([...(await mask.extractChannel(0).raw().toBuffer())]).toEqual([0, 0, 255, 0]);
});

test('the same mask gives the same bytes whatever codec carried it', async () => {
  const image = row([255, 255, 255, 255], [0, 0, 0, 255]);
  const png = await image.clone().png().toBuffer();
  const webp = await image.clone().webp({ lossless: true }).toBuffer();
  expect(await encodeMask(png, 2, 1, 'mask')).toEqual(await encodeMask(webp, 2, 1, 'mask'));
});

test('another size and what is no image are refused', async () => {
  const sent = await row([255, 255, 255, 255]).png().toBuffer();
  await expect(encodeMask(sent, 2, 2, 'masks[0][mask_image]')).rejects.toMatchObject({
    failure: { code: 'invalid-request', fields: { 'masks[0][mask_image]': 'must be 2 x 2 px' } },
  });
  await expect(encodeMask(new TextEncoder().encode('<svg/>'), 1, 1, 'm')).rejects.toMatchObject({
    failure: { code: 'image-unreadable', name: 'm' },
  });
});
