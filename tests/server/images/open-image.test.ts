import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectImage, openImage, openPixels } from '../../../src/server/images/open-image.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

test('JPEG, PNG and WebP are read and named', async () => {
  expect(await inspectImage(await plain(8, 4).jpeg().toBuffer(), 'a')).toEqual({
    contentType: 'image/jpeg',
    widthPx: 8,
    heightPx: 4,
  });
  expect((await inspectImage(await plain(8, 4).png().toBuffer(), 'a')).contentType).toBe('image/png');
  expect((await inspectImage(await plain(8, 4).webp().toBuffer(), 'a')).contentType).toBe('image/webp');
});

test('what is not one of the three, or breaks off, is refused', async () => {
  const refused = { failure: { code: 'image-unreadable', name: 'it' } };
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const other = (extension: string) => ({ failure: { code: 'file-format-unsupported', extension } });
  await expect(inspectImage(new TextEncoder().encode(svg), 'it')).rejects.toMatchObject(other('svg'));
  await expect(inspectImage(await plain(8, 8).gif().toBuffer(), 'it')).rejects.toMatchObject(other('gif'));
  await expect(inspectImage(await plain(8, 8).tiff().toBuffer(), 'it')).rejects.toMatchObject(other('tiff'));
  const avif = await plain(8, 8).avif().toBuffer();
  await expect(inspectImage(avif, 'it')).rejects.toMatchObject(other('avif'));
  avif.write('mif1', 8);
  await expect(inspectImage(avif, 'it')).rejects.toMatchObject(other('avif'));
  await expect(inspectImage(avif.fill('heic', 8, avif[3]), 'it')).rejects.toMatchObject(other('heic'));
  await expect(inspectImage(new Uint8Array(), 'it')).rejects.toMatchObject(refused);
  const noise = openPixels(
    Uint8Array.from({ length: 64 * 64 * 4 }, (_, i) => (i * 7919) >> 3),
    64,
    64,
  );
  const whole = await noise.png().toBuffer();
  const cut = whole.subarray(0, whole.byteLength / 2);
  await expect(inspectImage(cut, 'it')).rejects.toMatchObject(refused);
});

test('a small file of very many pixels is refused before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'black' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await expect(inspectImage(bomb, 'bomb')).rejects.toMatchObject({
    failure: { code: 'image-too-large', widthPx: 9_000, heightPx: 9_000 },
  });
  await expect(openImage(bomb).raw().toBuffer()).rejects.toThrow(/pixel limit/);
});
