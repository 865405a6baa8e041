import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../support/browser.ts';
import { base64, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

const open = () => openViewerPage(tests, '?viewer=none', undefined, undefined, false);

/** A picture with a red half and a half that is see-through, encoded; and what is left of it after decoding. */
function upload(page: Page, type: 'image/png' | 'image/jpeg' | 'image/webp') {
  return page.evaluate(async (wanted) => {
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#d02010';
    context.fillRect(0, 0, 32, 64);
    const file = new File([await canvas.convertToBlob({ type: wanted })], 'picture', { type: wanted });
    const image = await window.harness.workers.compute().encodeUpload(file);
    const head = new TextDecoder('latin1').decode((await image.arrayBuffer()).slice(0, 12));
    const { pixels } = await window.harness.decode(image);
    const at = (x: number) => Array.from(pixels.slice((32 * 64 + x) * 4, (32 * 64 + x) * 4 + 4));
    return {
      type: image.type,
      mark: head.slice(8),
      sameSize: image.size === file.size,
      left: at(8),
      right: at(56),
    };
  }, type);
}

test('PNG and JPEG become WebP with their colours and their alpha, a WebP stays as it is', async () => {
  const page = await open();
  const png = await upload(page, 'image/png');
  expect(png).toMatchObject({ type: 'image/webp', mark: 'WEBP' });
  expect(png.right[3]).toBe(0);
  [0xd0, 0x20, 0x10, 255].forEach((value, channel) => {
    expect(Math.abs(value - (png.left[channel] ?? 0))).toBeLessThan(8);
  });
  expect(await upload(page, 'image/jpeg')).toMatchObject({ type: 'image/webp', mark: 'WEBP' });
  expect(await upload(page, 'image/webp')).toMatchObject({ mark: 'WEBP', sameSize: true });
  await page.close();
});

test('a WebP with notes of a camera is written anew, and one that is cut short is refused', async () => {
  const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: '#d02010' } });
  const noted = await picture
    .withExif({ IFD0: { Artist: 'Ada' } })
    .webp()
    .toBuffer();
  expect(noted.includes('Ada')).toBe(true);
  const plain = await sharp(noted).webp().toBuffer();
  const page = await open();
  const made = await page.evaluate(
    async ([first, second]) => {
      const { blob, workers } = window.harness;
      const encode = workers.compute().encodeUpload;
      const anew = new TextDecoder('latin1').decode(
        await (await encode(blob(first, 'image/webp'))).arrayBuffer(),
      );
      const cut = blob(second, 'image/webp');
      return {
        mark: anew.slice(8, 12),
        hasNotes: anew.includes('Ada'),
        cut: await encode(cut.slice(0, cut.size - 20)).then(
          () => null,
          (error) => error.failure.code,
        ),
      };
    },
    [base64(noted), base64(plain)] as const,
  );
  expect(made).toEqual({ mark: 'WEBP', hasNotes: false, cut: 'image-unreadable' });
  await page.close();
});

test('where the canvas makes no WebP, WebAssembly does', async () => {
  const page = await tests.browser.newPage();
  await page.route(/encode-upload-entry.*\.js/, async (route) => {
    const response = await route.fetch();
    const safari = `const convert = OffscreenCanvas.prototype.convertToBlob;
      OffscreenCanvas.prototype.convertToBlob = function () { return convert.call(this, { type: 'image/png' }); };`;
    await route.fulfill({ response, body: `${await response.text()}\n${safari}` });
  });
  await page.goto(`${tests.origin}/?viewer=none`);
  const png = await upload(page, 'image/png');
  expect(png).toMatchObject({ type: 'image/webp', mark: 'WEBP' });
  expect(png.right[3]).toBe(0);
  await page.close();
});

test('what is no picture, and what would not fit into memory, is refused before it is decoded', async () => {
  const page = await open();
  const refused = await page.evaluate(async () => {
    const refuse = (bytes: BlobPart, name: string) =>
      window.harness.workers
        .compute()
        .encodeUpload(new File([bytes], name))
        .catch((error) => error.failure);
    const header = new Uint8Array(64);
    const view = new DataView(header.buffer);
    view.setUint32(0, 0x89504e47);
    view.setUint32(4, 0x0d0a1a0a);
    view.setUint32(12, 0x49484452);
    view.setUint32(16, 16_384);
    view.setUint32(20, 16_384);
    const bomb = await refuse(header.slice(), 'bomb.png');
    view.setUint32(16, 4);
    view.setUint32(20, 4);
    const svg = await refuse('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'a.svg');
    return [bomb, await refuse(header.slice(), 'cut.png'), svg];
  });
  expect(refused).toEqual([
    { code: 'image-too-large', name: 'bomb.png', widthPx: 16_384, heightPx: 16_384, maxPixels: 64e6 },
    { code: 'image-unreadable', name: 'cut.png' },
    { code: 'image-unreadable', name: 'a.svg' },
  ]);
  await page.close();
});

test('a batch is shared out among a worker for each core, four at most', async () => {
  const page = await open();
  const cores = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(256, 256);
    canvas.getContext('2d')!.fillRect(0, 0, 128, 256);
    const file = await canvas.convertToBlob({ type: 'image/png' });
    const { compute } = window.harness.workers;
    await Promise.all(Array.from({ length: 12 }, () => compute().encodeUpload(file)));
    return navigator.hardwareConcurrency;
  });
  const encoders = page.workers().filter((worker) => worker.url().includes('encode-upload'));
  expect(encoders).toHaveLength(Math.min(4, cores));
  await page.close();
});
