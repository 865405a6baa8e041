import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MaterialDressing } from '../../../src/contract/scene/material-dressing.ts';
import { IDENTITY } from '../../../src/tracer/matrix.ts';
import { makeBoxes } from '../../support/box-model.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { POSE } from '../../support/compare-surfaces.ts';
import { hashOf } from '../../support/trace-surface.ts';
import { base64, openViewerPage, openViewerTests } from '../../support/viewer-page.ts';

const SIZE = 64;
/** Of 255. What a smooth dielectric sends back of the sky is what the neutral tone mapping takes off. */
const TOLERANCE = 8;

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
});
afterAll(() => tests.close());

test('under a white sky and the neutral tone mapping a library texture has the colours of its file', async () => {
  // Of every lightness up to where a photograph begins to burn out (0.8 in linear light).
  const colours = ['#202020', '#808080', '#c8c8c8', '#c04020', '#2a5a94', '#3c7030', '#d8b890', '#5a3a28'];
  const pictures = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const dressings = pictures.map((picture): MaterialDressing[] => [
    {
      kind: 'library',
      materialIndex: 0,
      textureHash: hashOf(picture),
      libraryId: null,
      name: 'test',
      colour: '#ffffff',
      metalness: 0,
      roughness: 0.3,
      tileSize: 1,
      rotationRadians: 0,
      bumpHeight: 0,
    },
  ]);
  const drawn = await page.evaluate((view) => window.harness.drawUnderWhiteSky(view), {
    glb: base64(makeBoxes([{ size: [4, 4, 4], centre: [0, 0, 0] }])),
    files: Object.fromEntries(pictures.map((picture) => [hashOf(picture), base64(picture)])),
    normalisation: IDENTITY,
    upAxis: 'Y_UP' as const,
    modelTransform: IDENTITY,
    hiddenNodes: [],
    dressings,
    pose: { ...POSE, position: [0, 0, 14] as [number, number, number] },
    sizePx: SIZE,
  });
  for (const [index, colour] of colours.entries()) {
    const middle = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    const seen = [...Buffer.from(drawn[index] ?? '', 'base64').subarray(middle, middle + 3)];
    const wanted = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
    for (const [channel, value] of seen.entries()) {
      expect
        .soft(Math.abs(value - (wanted[channel] ?? 0)), `${colour} is ${seen.join(' ')}`)
        .toBeLessThan(TOLERANCE);
    }
  }
});
