import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../support/browser.ts';
import { openViewerPage, openViewerTests } from '../support/viewer-page.ts';

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

/** What a photograph, a data pass and a mask become, and whether the latter two come back exactly. */
async function encode(page: Page) {
  return page.evaluate(async () => {
    const compute = window.harness.workers.compute();
    const make = () => {
      const pixels = new Uint8Array(16 * 16 * 4).map((_, at) => (at % 4 === 3 ? 255 : (at * 7) % 256));
      return pixels;
    };
    const photo = await compute.encodeWebp(make().buffer, 16, 16, 0.92);
    const exact = await compute.encodeWebp(make().buffer, 16, 16, 1);
    const ids = make().map((_, at) => (at % 4 === 0 && at < 512 ? 2 : 0));
    const [mask] = await compute.encodeMasks(ids.buffer, 16, 16, [[1]]);
    const { pixels } = await window.harness.decode(exact);
    const decoded =
      mask === undefined ? { pixels: new Uint8ClampedArray() } : await window.harness.decode(mask.image);
    return {
      types: [photo.type, exact.type, mask?.image.type],
      first: await Promise.all(
        [photo, exact].map(async (image) => new Uint8Array(await image.arrayBuffer())[0]),
      ),
      isExact: make().every((value, at) => value === pixels[at]),
      maskRows: [0, 7, 8, 15].map((row) => decoded.pixels[row * 16 * 4]),
      coverage: mask?.coverage,
    };
  });
}

const MASK = { maskRows: [255, 255, 0, 0], coverage: 0.5 };
const RIFF = 0x52;
const PNG = 0x89;

test('pictures are WebP: photographs with loss, data without', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  expect(await encode(page)).toEqual({
    types: ['image/webp', 'image/webp', 'image/webp'],
    first: [RIFF, RIFF],
    isExact: true,
    ...MASK,
  });
  await page.close();
});

test('where WebAssembly is refused the canvas encodes, and in Safari that is PNG and says so', async () => {
  const open = async (isSafari: boolean) => {
    const page = await tests.browser.newPage();
    await page.route(/compute-worker.*\.js/, async (route) => {
      const response = await route.fetch();
      const safari = `const convert = OffscreenCanvas.prototype.convertToBlob;
        OffscreenCanvas.prototype.convertToBlob = function () { return convert.call(this, { type: 'image/png' }); };`;
      const body = `${await response.text()}\ndelete globalThis.WebAssembly;\n${isSafari ? safari : ''}`;
      await route.fulfill({ response, body });
    });
    await page.goto(`${tests.origin}/?viewer=none`);
    return page;
  };
  const chromium = await open(false);
  expect(await encode(chromium)).toEqual({
    types: ['image/webp', 'image/png', 'image/png'],
    first: [RIFF, PNG],
    isExact: true,
    ...MASK,
  });
  const safari = await open(true);
  expect(await encode(safari)).toEqual({
    types: ['image/png', 'image/png', 'image/png'],
    first: [PNG, PNG],
    isExact: true,
    ...MASK,
  });
  await chromium.close();
  await safari.close();
});

test('where the canvas gives PNG, small pictures are WebP all the same', async () => {
  const page = await tests.browser.newPage();
  await page.route(/compute-worker.*\.js/, async (route) => {
    const response = await route.fetch();
    const safari = `const convert = OffscreenCanvas.prototype.convertToBlob;
      OffscreenCanvas.prototype.convertToBlob = function () { return convert.call(this, { type: 'image/png' }); };`;
    await route.fulfill({ response, body: `${await response.text()}\n${safari}` });
  });
  await page.goto(`${tests.origin}/?viewer=none`);
  const types = await page.evaluate(async () => {
    const compute = window.harness.workers.compute();
    const picture = await compute.encodeWebp(new Uint8Array(16 * 16 * 4).fill(255).buffer, 16, 16, 1);
    const small = await compute.drawThumbnail(picture);
    const light = await compute.drawEnvironmentThumbnail({
      kind: 'preset',
      preset: 'room',
      rotationDegrees: 0,
      stops: 0,
      isVisible: false,
    } as never);
    return [small?.type, light.type];
  });
  expect(types).toEqual(['image/webp', 'image/webp']);
  await page.close();
});

test('masks of materials that nobody sees are refused', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  const refused = await page.evaluate(async () => {
    const compute = window.harness.workers.compute();
    const refuse = (groups: number[][]) =>
      compute.encodeMasks(new Uint8Array(64).fill(2).buffer, 4, 4, groups).then(
        () => 'made',
        (error: { failure?: { code: string } }) => error.failure?.code,
      );
    return [await refuse([]), await refuse([[900], [901]]), await refuse([[900], [2 + 2 * 256 - 1]])];
  });
  expect(refused).toEqual(['no-matching-materials', 'no-matching-materials', 'made']);
  await page.close();
});
