import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cutImage } from '../../../src/server/images/cut-image.ts';
import { prepareMap } from '../../../src/server/images/prepare-map.ts';
import { preparePicture } from '../../../src/server/images/prepare-picture.ts';
import { prepareTexture } from '../../../src/server/images/prepare-texture.ts';

const noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * at * 7) % 251));
const picture = () => sharp(noise, { raw: { width: 64, height: 48, channels: 3 } });
const KINDS = {
  PNG: () => picture().png(),
  JPEG: () => picture().jpeg({ quality: 95 }),
  'progressive JPEG': () => picture().jpeg({ progressive: true }),
  WebP: () => picture().webp({ quality: 81 }),
  'lossless WebP': () => picture().webp({ lossless: true }),
};
const HUNG_ON = Buffer.from('PK\u0003\u0004<script>alert(1)</script>\u00ff\u00d9');

test.each(Object.entries(KINDS))('nothing that hangs on behind a %s is kept', async (_kind, make) => {
  const plain = await make().toBuffer();
  const both = Buffer.concat([plain, HUNG_ON]);
  expect(Buffer.from(cutImage(plain)).equals(plain)).toBe(true);
  expect(Buffer.from(cutImage(both)).equals(plain)).toBe(true);
  expect(Buffer.from((await prepareTexture(both, 'a')).bytes).equals(plain)).toBe(true);
  for (const bytes of [(await preparePicture(both, 'a')).image, (await prepareMap(both, 'a')).bytes]) {
    expect(Buffer.from(bytes).includes('<script>')).toBe(false);
  }
});

test('a picture that breaks off stays as it is, and is refused when it is decoded', async () => {
  for (const make of Object.values(KINDS)) {
    const plain = await make().toBuffer();
    const half = plain.subarray(0, plain.length >> 1);
    expect(cutImage(half)).toBe(half);
    await expect(prepareTexture(half, 'a')).rejects.toMatchObject({ failure: { code: 'image-unreadable' } });
  }
});
