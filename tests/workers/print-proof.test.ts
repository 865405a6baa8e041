import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../support/browser.ts';
import { base64, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
});
afterAll(() => tests.close());

type Rgb = readonly [number, number, number];

/** One pixel a colour. */
async function proof(colours: readonly Rgb[]) {
  const raw = { width: colours.length, height: 1, channels: 3 } as const;
  const picture = await sharp(Uint8Array.from(colours.flat()), { raw }).png().toBuffer();
  const made = await page.evaluate(async (text) => {
    const { workers, blob } = window.harness;
    const answer = await workers.compute().proofPicture(blob(text, 'image/png'));
    const read = async (image: Blob) => [...new Uint8Array(await image.arrayBuffer())];
    return { proof: await read(answer.proof), marked: await read(answer.marked), outside: answer.outside };
  }, base64(picture));
  const read = async (bytes: readonly number[]) => {
    const data = await sharp(Buffer.from(bytes)).removeAlpha().raw().toBuffer();
    return colours.map((_, at) => [...data.subarray(at * 3, at * 3 + 3)]);
  };
  return { proof: await read(made.proof), marked: await read(made.marked), outside: made.outside };
}

test('what can be printed keeps its numbers, and is not marked', async () => {
  const colours: Rgb[] = [
    [255, 255, 255],
    [128, 128, 128],
    [40, 40, 40],
    [200, 160, 120],
    [150, 60, 50],
    [70, 90, 120],
  ];
  expect(await proof(colours)).toEqual({ proof: colours, marked: colours, outside: 0 });
});

test('what cannot be printed is the nearest that can, and is marked', async () => {
  const made = await proof([
    [0, 255, 0],
    [0, 0, 255],
    [255, 0, 255],
    [128, 128, 128],
  ]);
  expect(made.outside).toBe(0.75);
  const mark = [255, 0, 255];
  expect(made.marked).toEqual([mark, mark, mark, [128, 128, 128]]);
  // The solid green and blue of ISO 12647-2, 50/-68/25 and 24/22/-46 on paper, are about these of sRGB: none of it shines.
  const [green = [], blue = [], magenta = []] = made.proof;
  expect(green[0]).toBeGreaterThan(40);
  expect(green[1]).toBeLessThan(200);
  expect(blue[2]).toBeLessThan(160);
  expect(magenta[2]).toBeLessThan(170);
  expect(made.proof[3]).toEqual([128, 128, 128]);
});

test('black and the solid inks of the standard are printable, one by one', async () => {
  // C, M and Y of ISO 12647-2 relative to the paper, as sRGB has them as far as it does: within a few levels of themselves.
  const inks: Rgb[] = [
    [228, 5, 126],
    [255, 237, 0],
    [0, 0, 0],
  ];
  const made = await proof(inks);
  for (const [at, ink] of inks.entries())
    for (const k of [0, 1, 2]) expect(Math.abs((made.proof[at]?.[k] ?? 0) - ink[k]!)).toBeLessThanOrEqual(24);
});

test('what is no picture says so', async () => {
  const unreadable = page.evaluate(() => window.harness.workers.compute().proofPicture(new Blob(['no'])));
  await expect(unreadable).rejects.toMatchObject({ message: expect.stringContaining('image-unreadable') });
});
