import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { readFileImageSize, readImageSize } from '../../../src/tracer/gltf/read-image-size.ts';
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

it('reads an AVIF that names itself after its kind of container', async () => {
  const bytes = new Uint8Array(await picture().avif().toBuffer());
  bytes.set(new TextEncoder().encode('mif1'), 8);
  expect(readImageSize(bytes)).toEqual({ format: 'avif', ...size });
  // HEIC has the same boxes, and says nowhere that it is AVIF.
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
  for (const { index } of text.matchAll(/avi[fs]/g)) bytes.set(new TextEncoder().encode('heic'), index);
  expect(readImageSize(bytes)).toBeNull();
});

it('finds the size of a JPEG behind whatever its programs wrote before it', async () => {
  const jpeg = new Uint8Array(await picture().jpeg().toBuffer());
  const note = new Uint8Array(65_000);
  note.set([0xff, 0xed, (note.length - 2) >> 8, (note.length - 2) & 255]);
  const notes = Array.from({ length: 20 }, () => note);
  const file = new Blob([jpeg.slice(0, 2), ...notes, jpeg.slice(2)]);
  expect(await readFileImageSize(file)).toEqual({ format: 'jpeg', ...size });
  expect(await readFileImageSize(file.slice(0, 1_000_000))).toBeNull();
  expect(await readFileImageSize(new Blob([jpeg]))).toEqual({ format: 'jpeg', ...size });
  expect(await readFileImageSize(new Blob([]))).toBeNull();
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
