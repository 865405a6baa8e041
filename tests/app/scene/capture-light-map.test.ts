import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestBrowser, type TestBrowser } from '../../support/browser.ts';
// Types of what is on the page.
import type {} from './sketch-page/main.ts';

let room: TestBrowser;
let page: Page;
beforeAll(async () => {
  room = await openTestBrowser(join(import.meta.dirname, 'sketch-page'));
});
afterAll(() => room?.close());
beforeEach(async () => {
  page = await room.browser.newPage();
  await page.goto(room.origin);
});
afterEach(() => page.close());

const SIZES = [
  [1024, 1024],
  [512, 512],
  [2048, 2048],
  [816, 1024],
  [2048, 1152],
] as const;

test.each(SIZES)('light of a recipe goes on as it came, to the byte (%i × %i)', async (width, height) => {
  const hashes = await page.evaluate(
    async ([widthPx, heightPx]) => {
      const { makeStroke, bring, capture } = window;
      const painted = [makeStroke('a', 60, 1, false, 1), makeStroke('b', 60, 0.6, false, 2)];
      const light = await bring('light', painted, widthPx, heightPx);
      const cleared = [makeStroke('c', 60, 1, false, 3), { id: 'x', kind: 'clear' } as const, light];
      return [
        light,
        await capture([light], widthPx, heightPx),
        await capture(cleared, widthPx, heightPx),
      ].map(({ hash }) => hash);
    },
    [width, height] as const,
  );
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(hashes).size).toBe(1);
});

test.each(SIZES)(
  'painted over, erased and ordered in another size it is what the strokes were (%i × %i)',
  async (width, height) => {
    const { over, other, painted } = await page.evaluate(
      async ([widthPx, heightPx]) => {
        const { makeStroke, bring, capture, compare } = window;
        const first = [makeStroke('a', 60, 1, false, 1), makeStroke('b', 60, 0.6, false, 2)];
        const light = await bring('light', first, widthPx, heightPx);
        const later = [makeStroke('c', 30, 0.8, false, 4), makeStroke('d', 80, 1, true, 5)];
        const scale = 1024 / Math.max(widthPx, heightPx);
        const size = [widthPx * scale, heightPx * scale] as const;
        const [strokes, lit] = [
          await capture([...first, ...later], ...size),
          await capture([light, ...later], ...size),
        ];
        const [alone, litAlone] = [await capture(first, ...size), await capture([light], ...size)];
        return {
          over: compare(strokes, lit),
          other: compare(alone, litAlone),
          painted: compare(alone, alone).painted,
        };
      },
      [width, height] as const,
    );
    expect(painted).toBeGreaterThan(0.1);
    // Of the sketch's own size every pixel is the same; a smaller or larger picture has soft edges.
    const isOwnSize = Math.max(width, height) === 1024;
    for (const { most, mean } of [over, other]) {
      if (isOwnSize) expect(most).toBe(0);
      expect(mean).toBeLessThan(isOwnSize ? 1e-9 : 1);
    }
  },
);

test('light whose file cannot be had is no light: the order is told', async () => {
  const code = await page.evaluate(async () => {
    const { makeStroke, bring, capture, files } = window;
    const light = await bring('light', [makeStroke('a', 10, 1, false, 1)], 512, 512);
    files.clear();
    const tell = (error: { failure?: { code: string } }) => error.failure?.code;
    const painted = [light, makeStroke('b', 10, 1, false, 2)];
    return [
      await capture([light], 512, 512).catch(tell),
      await capture(painted, 512, 512).catch(tell),
      await capture([light, { id: 'x', kind: 'clear' }, ...painted.slice(1)], 512, 512).then(() => 'drawn'),
    ];
  });
  expect(code).toEqual(['light-map-gone', 'light-map-gone', 'drawn']);
});
