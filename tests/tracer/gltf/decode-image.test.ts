import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImageDecoder } from '../../../src/tracer/gltf/decode-image.ts';
import { makeKtx2 } from '../../support/ktx2-file.ts';
import { readCodecs } from '../../support/trace-host.ts';

const decoder = await openImageDecoder(readCodecs());
const PIXELS = Uint8Array.from([
  255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 10, 20, 30, 255, 1, 2, 3, 4, 200, 100, 50, 255,
]);
const picture = () => sharp(PIXELS, { raw: { width: 3, height: 2, channels: 4 } });
const bytesOf = async (made: Sharp) => new Uint8Array(await made.toBuffer());

describe('decode', () => {
  it('reads PNG exactly, straight alpha and all', async () => {
    const image = await decoder.decode(await bytesOf(picture().png()), 'a.png');
    expect(image).toMatchObject({ widthPx: 3, heightPx: 2 });
    expect(Array.from(image.rgba)).toEqual(Array.from(PIXELS));
  });

  it('reads what lies in a piece of memory that others share, as Node reads base64', async () => {
    const small = Buffer.from((await picture().png().toBuffer()).toString('base64'), 'base64');
    expect(small.byteLength).toBeLessThan(small.buffer.byteLength);
    expect(Array.from((await decoder.decode(small, 'a.png')).rgba)).toEqual(Array.from(PIXELS));
  });

  it('reads 16-bit and grey PNG as 8-bit RGBA', async () => {
    const deep = await bytesOf(picture().toColourspace('rgb16').png());
    const { rgba } = await decoder.decode(deep, 'deep.png');
    expect(Array.from(rgba.subarray(0, 8))).toEqual(Array.from(PIXELS.subarray(0, 8)));
    const grey = await bytesOf(
      sharp({ create: { width: 4, height: 4, channels: 3, background: '#777777' } })
        .toColourspace('b-w')
        .png(),
    );
    expect(Array.from((await decoder.decode(grey, 'grey.png')).rgba.subarray(0, 4))).toEqual([
      119, 119, 119, 255,
    ]);
  });

  it('reads lossless WebP exactly and JPEG nearly', async () => {
    const webp = await decoder.decode(
      await bytesOf(picture().webp({ lossless: true, exact: true })),
      'a.webp',
    );
    expect(Array.from(webp.rgba)).toEqual(Array.from(PIXELS));
    const red = sharp({ create: { width: 16, height: 8, channels: 3, background: '#c02010' } });
    const jpeg = await decoder.decode(await bytesOf(red.jpeg({ quality: 95 })), 'a.jpg');
    expect(jpeg).toMatchObject({ widthPx: 16, heightPx: 8 });
    for (const [k, value] of [192, 32, 16, 255].entries())
      expect(Math.abs((jpeg.rgba[k] ?? 0) - value)).toBeLessThan(4);
  });

  it('reads AVIF nearly, alpha and all', async () => {
    const made = sharp({
      create: { width: 16, height: 8, channels: 4, background: { r: 192, g: 32, b: 16, alpha: 0.5 } },
    });
    const image = await decoder.decode(await bytesOf(made.avif({ quality: 90 })), 'a.avif');
    expect(image).toMatchObject({ widthPx: 16, heightPx: 8 });
    for (const [k, value] of [192, 32, 16, 128].entries())
      expect(Math.abs((image.rgba[k] ?? 0) - value)).toBeLessThan(4);
  });

  it('reads KTX2 exactly', async () => {
    const image = await decoder.decode(makeKtx2(3, 2, [[[200, 100, 50, 25]]], { isZstd: true }), 'a.ktx2');
    expect(image).toMatchObject({ widthPx: 3, heightPx: 2 });
    expect([...image.rgba]).toEqual(Array(6).fill([200, 100, 50, 25]).flat());
  });

  it('refuses damaged, foreign and oversized images before decoding them', async () => {
    const png = await bytesOf(picture().png());
    const huge = png.slice();
    new DataView(huge.buffer).setUint32(16, 16_384);
    new DataView(huge.buffer).setUint32(20, 16_384);
    const refused = { failure: { code: 'image-unreadable', name: 'x' } };
    await expect(decoder.decode(huge, 'x')).rejects.toMatchObject(refused);
    await expect(decoder.decode(png.subarray(0, 50), 'x')).rejects.toMatchObject(refused);
    await expect(
      decoder.decode(new TextEncoder().encode('<!doctype html><html>not an image</html>'), 'x'),
    ).rejects.toMatchObject(refused);
    const ktx2 = makeKtx2(4, 4, [[[1, 2, 3, 4]]]);
    await expect(decoder.decode(ktx2.subarray(0, 130), 'x')).rejects.toMatchObject(refused);
    await expect(decoder.decode(new Uint8Array(0), 'x')).rejects.toMatchObject(refused);
    // A failure does not spoil the codec for the next image.
    expect((await decoder.decode(png, 'x')).widthPx).toBe(3);
  });
});
