import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../support/browser.ts';
import { openViewerPage, openViewerTests } from '../support/viewer-page.ts';

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

const SIDE = 256;

test('a gradient of a few dark steps has no bands, and is the same file every time', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  const { pixels, isSame } = await page.evaluate(async (side) => {
    const stops = [
      { at: 0, colour: '#101010' },
      { at: 1, colour: '#141414' },
    ];
    const draw = () =>
      window.harness.workers.compute().drawGradient({ kind: 'linear', angleDegrees: 180, stops }, side, side);
    const [first, second] = [await draw(), await draw()];
    const bytes = async (image: Blob) => new Uint8Array(await image.arrayBuffer()).join();
    return {
      pixels: (await window.harness.decode(first)).pixels,
      isSame: (await bytes(first)) === (await bytes(second)),
    };
  }, SIDE);
  expect(isSame).toBe(true);
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const row = Array.from({ length: SIDE }, (_, x) => pixels[(y * SIDE + x) * 4] ?? 0);
    return { mean: row.reduce((sum, value) => sum + value, 0) / SIDE, levels: new Set(row) };
  });
  for (const [y, { mean, levels }] of rows.entries()) {
    // Rounded alone, a row would be off by up to half a level, for 64 rows on end.
    expect(Math.abs(mean - (16 + (4 * (y + 0.5)) / SIDE)), `row ${y}`).toBeLessThan(0.06);
    expect(levels.size).toBeLessThanOrEqual(2);
  }
  // What is even stays even.
  expect(pixels.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  await page.close();
});
