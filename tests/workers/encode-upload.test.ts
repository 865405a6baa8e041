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

/** A page whose encoder's worker starts with a few lines of ours. */
async function openWith(lines: string): Promise<Page> {
  const page = await tests.browser.newPage();
  await page.route(/compute-worker.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${lines}\n${await response.text()}` });
  });
  await page.goto(`${tests.origin}/?viewer=none`);
  return page;
}

const SAFARI = `const convert = OffscreenCanvas.prototype.convertToBlob;
  OffscreenCanvas.prototype.convertToBlob = function () { return convert.call(this, { type: 'image/png' }); };`;
const NO_WASM = 'delete globalThis.WebAssembly;';

test.each([
  ['where the canvas makes no WebP, WebAssembly does', SAFARI],
  ['where WebAssembly is refused, the canvas makes it', NO_WASM],
])('%s', async (_title, lines) => {
  const page = await openWith(lines);
  const png = await upload(page, 'image/png');
  expect(png).toMatchObject({ type: 'image/webp', mark: 'WEBP' });
  expect(png.right[3]).toBe(0);
  await page.close();
});

test('where neither makes WebP, the picture is refused', async () => {
  const page = await openWith(NO_WASM + SAFARI);
  await expect(upload(page, 'image/png')).rejects.toThrow('image-unreadable');
  await page.close();
});

test('a photograph loses no more than the canvas would lose', async () => {
  const page = await open();
  const { ours, canvas } = await page.evaluate(async () => {
    const [width, height] = [1024, 768];
    const picture = new ImageData(width, height);
    let state = 1;
    for (let at = 0; at < picture.data.length; at++) {
      const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)];
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const shape = 60 * Math.sin((9 * x) / width + 2 * Math.sin((7 * y) / height) + (at % 4));
      const weave = 9 * Math.sin(x * 0.35) * Math.sin(y * 0.31);
      picture.data[at] = at % 4 === 3 ? 255 : 120 + shape + weave + (state >>> 24) / 16 - 8;
    }
    const board = new OffscreenCanvas(width, height);
    board.getContext('2d')!.putImageData(picture, 0, 0);
    const decibels = async (image: Blob) => {
      const { pixels } = await window.harness.decode(image);
      const squares = picture.data.reduce((sum, value, at) => sum + (value - (pixels[at] ?? 0)) ** 2, 0);
      return 10 * Math.log10(255 ** 2 / (squares / (0.75 * picture.data.length)));
    };
    const original = await board.convertToBlob({ type: 'image/png' });
    const upload = await window.harness.workers.compute().encodeUpload(original);
    const peer = await board.convertToBlob({ type: 'image/webp', quality: 0.92 });
    return {
      ours: { decibels: await decibels(upload), bytes: upload.size },
      canvas: { decibels: await decibels(peer), bytes: peer.size },
    };
  });
  expect(canvas.decibels).toBeLessThan(50);
  expect(ours.decibels).toBeGreaterThan(canvas.decibels - 0.1);
  expect(ours.bytes).toBeLessThan(canvas.bytes * 1.2);
  await page.close();
});

test('a picture longer than the libraries keep is made smaller before it is encoded', async () => {
  const wide = await sharp({ create: { width: 6000, height: 300, channels: 3, background: '#d02010' } })
    .png()
    .toBuffer();
  const page = await open();
  const size = await page.evaluate(async (bytes) => {
    const { blob, workers } = window.harness;
    const { width, height } = await createImageBitmap(
      await workers.compute().encodeUpload(blob(bytes, 'image/png')),
    );
    return [width, height];
  }, base64(wide));
  expect(size).toEqual([4096, 205]);
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
    { code: 'image-too-large', name: 'bomb.png', widthPx: 16_384, heightPx: 16_384, maxPixels: 8_192 ** 2 },
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
  const encoders = page.workers().filter((worker) => worker.url().includes('compute-worker'));
  expect(encoders).toHaveLength(Math.min(4, cores));
  await page.close();
});
