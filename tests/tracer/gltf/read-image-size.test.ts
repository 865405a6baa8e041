import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { readImageSize } from '../../../src/tracer/gltf/read-image-size.ts';
import { makeKtx2 } from '../../support/ktx2-file.ts';

const picture = () =>
  sharp({ create: { width: 37, height: 21, channels: 4, background: { r: 200, g: 30, b: 90, alpha: 0.5 } } });
const sizeOf = async (made: Sharp) => readImageSize(new Uint8Array(await made.toBuffer()));
const size = { widthPx: 37, heightPx: 21 };

it('reads the size of every kind of WebP, of progressive JPEG, of PNG, of AVIF and of KTX2', async () => {
  expect(await sizeOf(picture().webp())).toEqual({ format: 'webp', ...size });
  expect(await sizeOf(picture().flatten().webp())).toEqual({ format: 'webp', ...size });
  expect(await sizeOf(picture().webp({ lossless: true }))).toEqual({ format: 'webp', ...size });
  expect(await sizeOf(picture().jpeg({ progressive: true }))).toEqual({ format: 'jpeg', ...size });
  expect(await sizeOf(picture().png())).toEqual({ format: 'png', ...size });
  expect(await sizeOf(picture().avif())).toEqual({ format: 'avif', ...size });
  expect(readImageSize(makeKtx2(37, 21, [[]]))).toEqual({ format: 'ktx2', ...size });
});

it('says nothing about other files and cut headers', async () => {
  const jpeg = new Uint8Array(await picture().jpeg().toBuffer());
  expect(readImageSize(jpeg.subarray(0, 40))).toBeNull();
  expect(readImageSize(new Uint8Array(0))).toBeNull();
  expect(await sizeOf(picture().gif())).toBeNull();
  expect(
    readImageSize(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"></svg>')),
  ).toBeNull();
});
