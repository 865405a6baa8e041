import sharp from 'sharp';
import { expect, test } from 'vitest';
import { preparePicture } from '../../../src/server/images/prepare-picture.ts';
import { prepareTexture } from '../../../src/server/images/prepare-texture.ts';
import { isCmykJpeg } from '../../../src/tracer/gltf/read-image-size.ts';

const flat = (widthPx = 32) =>
  sharp({ create: { width: widthPx, height: 8, channels: 3, background: '#aa3322' } });

test('a picture that came out of a library goes into another as it is', async () => {
  const first = await preparePicture(await flat().png().toBuffer(), 'oak.png');
  const second = await preparePicture(first.image, 'oak.webp');
  expect(Buffer.from(second.image).equals(first.image)).toBe(true);
  expect(second).toMatchObject({ widthPx: 32, heightPx: 8, averageColour: first.averageColour });
});

test.each([
  [
    'is turned by its camera',
    () =>
      flat()
        .webp()
        .withExif({ IFD0: { Orientation: '6' } }),
  ],
  [
    'names its maker',
    () =>
      flat()
        .webp()
        .withExif({ IFD0: { Copyright: 'Ada' } }),
  ],
  ['has colours of its own', () => flat().withIccProfile('p3').webp()],
  ['is too long', () => flat(4_100).webp()],
  [
    'moves',
    () =>
      sharp(Buffer.from(Array.from({ length: 32 * 16 * 3 }, (_, at) => (at < 768 ? 20 : 220))), {
        raw: { width: 32, height: 16, channels: 3, pageHeight: 8 },
      }).webp(),
  ],
  ['is no WebP', () => flat().jpeg()],
])('one that %s is written anew', async (_what, make) => {
  const bytes = await make().toBuffer();
  const { image } = await preparePicture(bytes, 'picture');
  expect(Buffer.from(image).equals(bytes)).toBe(false);
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp' });
  expect((await sharp(image).metadata()).exif).toBeUndefined();
});

test('a picture of one’s own in four inks becomes one that Studio reads, in the colours that browsers show', async () => {
  const inks = await flat().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  expect(isCmykJpeg(inks)).toBe(true);
  const { bytes, kind } = await prepareTexture(inks, 'print.jpg');
  expect(kind).toEqual({ contentType: 'image/webp', widthPx: 32, heightPx: 8 });
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  // No ink is as red.
  expect(red).toBeGreaterThan(120);
  expect(Math.max(green, blue)).toBeLessThan(90);
});
