import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../../../support/browser.ts';
import { makePdf } from '../../../support/pdf-file.ts';
import { base64, openViewerPage, openViewerTests } from '../../../support/viewer-page.ts';

let tests: TestBrowser;
let page: Page;
const asked: string[] = [];
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  page.context().on('request', (request) => asked.push(request.url()));
});
afterAll(() => tests.close());

/** One millimetre. */
const MM = 72 / 25.4;
const MEDIA = `/MediaBox [0 0 ${100 * MM} ${50 * MM}]`;

/** Draws it as a label is drawn. `at` gives the colour there, in fractions of the picture from its upper left corner. */
async function draw(pdf: Uint8Array) {
  const drawn = await page.evaluate(async (text) => {
    const { workers, blob } = window.harness;
    const compute = workers.compute();
    const found = await compute.drawPdf(blob(text, 'application/pdf'));
    if (found === null) return null;
    const { bitmap, ...more } = found;
    const { image, widthPx, heightPx } = await compute.makeLabelPicture(bitmap, 'label');
    const bytes = new Uint8Array(await image.arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return { ...more, widthPx, heightPx, picture: btoa(binary) };
  }, base64(pdf));
  if (drawn === null) return null;
  const { picture, ...more } = drawn;
  const { data, info } = await sharp(Buffer.from(picture, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
    return [...data.subarray(start, start + 4)];
  };
  return { ...more, at };
}

test('a page is drawn as fine as a drawing is, see-through where it is empty, and measures what it is printed as', async () => {
  const drawn = await draw(makePdf({ page: MEDIA, content: `1 0 0 rg 0 0 ${50 * MM} ${50 * MM} re f` }));
  expect(drawn).toMatchObject({ widthPx: 4096, heightPx: 2048, pageCount: 1, isPartial: false });
  expect(drawn?.widthMetres).toBeCloseTo(0.1, 6);
  expect(drawn?.at(0.25, 0.5)).toEqual([255, 0, 0, 255]);
  expect(drawn?.at(0.75, 0.5)[3]).toBe(0);
});

test.each([
  ['in the open', false],
  ['in a stream of objects', true],
])('a label is what is left of it when it is cut: the TrimBox, %s', async (_where, hasObjectStream) => {
  const boxes = `${MEDIA} /TrimBox [${10 * MM} ${10 * MM} ${90 * MM} ${30 * MM}]`;
  const drawn = await draw(
    makePdf({ page: boxes, content: `0 0 1 rg 0 0 ${50 * MM} ${20 * MM} re f`, hasObjectStream }),
  );
  expect(drawn).toMatchObject({ widthPx: 4096, heightPx: 1024 });
  expect(drawn?.widthMetres).toBeCloseTo(0.08, 6);
  expect(drawn?.at(0.25, 0.9)).toEqual([0, 0, 255, 255]);
  expect(drawn?.at(0.25, 0.1)[3]).toBe(0);
  expect(drawn?.at(0.75, 0.9)[3]).toBe(0);
});

test('a turned page in units of its own, cut by its CropBox', async () => {
  const boxes = `/MediaBox [0 0 100 100] /CropBox [10 20 60 40] /Rotate 90 /UserUnit ${MM}`;
  const drawn = await draw(makePdf({ page: boxes, content: '0 1 0 rg 0 0 35 100 re f' }));
  expect(drawn).toMatchObject({ widthPx: 1638, heightPx: 4096 });
  expect(drawn?.widthMetres).toBeCloseTo(0.02, 6);
  expect(drawn?.at(0.5, 0.25)).toEqual([0, 255, 0, 255]);
  expect(drawn?.at(0.5, 0.75)[3]).toBe(0);
});

test('a soft mask shows by its brightness', async () => {
  const drawn = await draw(
    makePdf({ page: '/MediaBox [0 0 100 100]', content: '/G gs 0 g 0 0 100 100 re f' }),
  );
  expect(drawn?.at(0.5, 0.75)).toEqual([0, 0, 0, 255]);
  expect(drawn?.at(0.5, 0.25)[3]).toBe(0);
});

test('type without its font is told, and so are more pages', async () => {
  const drawn = await draw(makePdf({ page: MEDIA, content: 'BT /F 40 Tf 10 10 Td (Oliva) Tj ET', count: 2 }));
  expect(drawn).toMatchObject({ pageCount: 2, isPartial: true });
});

test.each([
  ['nothing but its beginning', new TextEncoder().encode('%PDF-1.7')],
  ['no PDF', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a locked one', makePdf({ page: MEDIA, content: '', password: 'secret' })],
  ['a page a thousand times as long as high', makePdf({ page: '/MediaBox [0 0 14400 3]', content: '' })],
])('%s is refused', async (_what, pdf) => {
  expect(await draw(pdf)).toBeNull();
});

test('a page that asks for others, and has a program, gets neither', async () => {
  const links = `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://hostile.invalid/) >> >>]
    /AA << /O << /S /JavaScript /JS (app.launchURL\\("https://hostile.invalid/"\\)) >> >>`;
  expect(await draw(makePdf({ page: `${MEDIA} ${links}`, content: '0 0 9 9 re f' }))).not.toBeNull();
  expect(asked.filter((url) => !url.startsWith(tests.origin) && !url.startsWith('blob:'))).toEqual([]);
});
