import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestBrowser, type TestBrowser } from '../../../support/browser.ts';
// Types of what is on the page.
import type {} from '../../scene/sketch-page/main.ts';

let room: TestBrowser;
let page: Page;
beforeAll(async () => {
  room = await openTestBrowser(join(import.meta.dirname, '../../scene/sketch-page'));
});
afterAll(() => room?.close());
beforeEach(async () => {
  page = await room.browser.newPage();
  await page.goto(room.origin);
});
afterEach(() => page.close());

test.each([1, 2, 3])(
  'whatever is painted, erased, cleared, brought by a recipe, undone and redone: as drawn from nothing (%i)',
  async (seed) => {
    const differences = await page.evaluate(async (start) => {
      const { sketch, makeStroke } = window;
      const wide = await window.bring('wide', [makeStroke('w', 90, 1, false, start)], 2048, 1152);
      const square = await window.bring('square', [makeStroke('s', 90, 0.7, false, start + 9)], 512, 512);
      const random = window.randomFrom(start);
      let undone: typeof sketch.steps = [];
      const found: string[] = [];
      for (let round = 0; round < 40; round++) {
        const dice = random();
        const last = sketch.steps.at(-1);
        const next = undone.at(-1);
        if (dice < 0.35 && last !== undefined) {
          // Two at once, as when the keys are faster than the database.
          const count = dice < 0.1 && sketch.steps.length > 1 ? 2 : 1;
          undone = [...undone, ...sketch.steps.slice(-count).reverse()];
          sketch.show(sketch.steps.slice(0, -count));
        } else if (dice < 0.6 && next !== undefined) {
          undone = undone.slice(0, -1);
          sketch.show([...sketch.steps, next]);
        } else if (dice < 0.65) {
          undone = [];
          sketch.show([...sketch.steps, { id: `clear ${round}`, kind: 'clear' }]);
        } else if (dice < 0.73) {
          undone = [];
          const light = dice < 0.69 ? wide : square;
          sketch.show([...sketch.steps, { ...light, id: `light ${round}` }]);
        } else {
          undone = [];
          const count = 1 + Math.floor(random() * 12);
          sketch.paint(
            makeStroke(`${round}`, count, random() < 0.5 ? 0.6 : 1, random() < 0.25, start * 100 + round),
          );
        }
        const different = sketch.countDifferences();
        if (different > 0) found.push(`round ${round}: ${different}`);
      }
      return found;
    }, seed);
    expect(differences).toEqual([]);
  },
);

test('taking back and bringing back a long stroke draws none of its segments and none of the others', async () => {
  const drawn = await page.evaluate(() => {
    const { sketch, makeStroke } = window;
    for (const id of ['a', 'b']) sketch.paint(makeStroke(id, 500, 0.5, false, id.charCodeAt(0)));
    const { steps } = sketch;
    const undo = sketch.measure(() => sketch.show(steps.slice(0, 1)));
    const differs = sketch.countDifferences();
    const redo = sketch.measure(() => sketch.show(steps));
    return [undo.drawn, differs, redo.drawn, sketch.countDifferences()];
  });
  expect(drawn).toEqual([0, 0, 0, 0]);
});

test('light of a recipe is drawn once, however much is painted over it, undone and redone', async () => {
  const counts = await page.evaluate(async () => {
    const { sketch, makeStroke } = window;
    const light = await window.bring('light', [makeStroke('a', 90, 1, false, 1)], 2048, 2048);
    const first = sketch.measure(() => sketch.show([light]));
    const later = sketch.measure(() => {
      for (let index = 0; index < 8; index++)
        sketch.paint(makeStroke(`${index}`, 20, 0.8, index % 3 === 2, index));
      const { steps } = sketch;
      for (let count = steps.length - 1; count >= 0; count--) sketch.show(steps.slice(0, count));
      for (let count = 1; count <= steps.length; count++) sketch.show(steps.slice(0, count));
    });
    return [first.pictures, later.pictures, sketch.countDifferences()];
  });
  expect(counts).toEqual([1, 0, 0]);
});

test('memory is bounded: what is too old to be taken back at once is drawn anew', async () => {
  const { most, differs } = await page.evaluate(() => {
    const { sketch, makeStroke } = window;
    let pixels = 0;
    for (let index = 0; index < 30; index++) {
      sketch.paint(makeStroke(`${index}`, 40, 0.5, false, index));
      pixels = Math.max(pixels, sketch.countCanvasPixels());
    }
    const { steps } = sketch;
    let different = 0;
    for (const count of [29, 28, 20, 3, 30, 0]) {
      sketch.show(steps.slice(0, count));
      different += sketch.countDifferences();
      pixels = Math.max(pixels, sketch.countCanvasPixels());
    }
    return { most: pixels / 1024 ** 2, differs: different };
  });
  // Three layers, the page's canvas, six sketches of history and one that is being swapped or added.
  expect(most).toBeLessThanOrEqual(11);
  expect(differs).toBe(0);
});
