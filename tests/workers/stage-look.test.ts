import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gradient } from '../../src/contract/scene/gradient.ts';
import { parseColour } from '../../src/tracer/parse-colour.ts';
import { buildImagePlate, buildSweep } from '../../src/tracer/post/build-plate.ts';
import { createSrgbTables } from '../../src/tracer/post/srgb-tables.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { createSquare, writeGlb } from '../support/tiny-model.ts';
import {
  base64,
  captureOf,
  MODES,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
  showModel,
} from '../support/viewer-page.ts';

const WHITE = { name: 'white', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.5, 0.5, 0.5, 1] } as const;

const STOPS = [
  { at: 0.1, colour: '#ffffff' },
  { at: 0.4, colour: '#d98f6c' },
  { at: 0.4, colour: '#204060' },
  { at: 1, colour: '#05070a' },
];
const GRADIENTS: readonly (readonly [string, Gradient])[] = [
  ['from top to bottom', { kind: 'linear', angleDegrees: 180, stops: STOPS }],
  ['aslant', { kind: 'linear', angleDegrees: 55, stops: STOPS }],
  ['radial', { kind: 'radial', angleDegrees: 0, stops: STOPS }],
];

const srgb = createSrgbTables();

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

const shot = async (page: Page) => {
  const { snapshot } = await captureOf(page, ['snapshot']);
  if (snapshot === null) throw new Error('nothing was drawn');
  return snapshot;
};

describe.each(MODES)('in the %s', (_mode, query) => {
  let page: Page;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
    await showModel(page, makeBoxes([WHITE]), [6, 4, 12]);
  });
  afterAll(() => page.close());

  test.each([1, 0.3])(
    'a picture with transparency lies on white, as in a picture of Studio: fidelity %d',
    async (fidelity) => {
      const side = 64;
      // Nothing, a black veil, a whole colour, and a thin one, beside each other.
      const veils = [
        [0, 0, 0, 0],
        [0, 0, 0, 128],
        [200, 40, 20, 255],
        [20, 40, 200, 64],
      ];
      const rgba = Uint8Array.from({ length: side * side * 4 }, (_, at) => {
        const column = Math.floor(((at >> 2) % side) / (side / 4));
        return veils[column]?.[at % 4] ?? 0;
      });
      const png = await sharp(rgba, { raw: { width: side, height: side, channels: 4 } })
        .png()
        .toBuffer();
      await page.evaluate(
        ([bytes, kept]) =>
          window.harness.viewer.api.setBackground({
            kind: 'image',
            image: window.harness.blob(bytes, 'image/png'),
            fidelity: kept,
          }),
        [base64(png), fidelity] as const,
      );
      const snapshot = await shot(page);
      const image = { widthPx: side, heightPx: side, rgba };
      const plate = buildImagePlate(image, STAGE_PX, STAGE_PX, fidelity, srgb);
      for (const x of [20, 120, 200, 300]) {
        const drawn = [0, 1, 2].map((k) => srgb.encode(plate.rgb[(6 * STAGE_PX + x) * 3 + k] ?? 9));
        const off = drawn.map((level, k) => Math.abs((snapshot.at(x, 6)[k] ?? 999) - level));
        expect(Math.max(...off), `at ${x}`).toBeLessThan(5);
      }
    },
  );

  test.each(['#1e1e1e', '#c9cdd2', '#b05020', '#f4f4f0', '#ffffff'])(
    'a colour on the stage is what stands behind the product in a picture of Studio: %s',
    async (colour) => {
      await page.evaluate(
        (shown) => window.harness.viewer.api.setBackground({ kind: 'colour', colour: shown }),
        colour,
      );
      for (const [widthPx, heightPx] of [
        [320, 320],
        [320, 192],
        [192, 320],
      ] as const) {
        const { snapshot } = await captureOf(page, ['snapshot'], widthPx, heightPx);
        const plate = buildSweep(widthPx, heightPx, parseColour(colour));
        let worst = 0;
        // What the product and its shadow leave free: the upper edge, and the upper part of both sides.
        for (let y = 0; y < heightPx * 0.3; y++)
          for (let x = 0; x < widthPx; x++) {
            if (y > 12 && x > 12 && x < widthPx - 12) continue;
            const seen = snapshot?.at(x, y) ?? [];
            for (let k = 0; k < 3; k++) {
              const drawn = srgb.encode(plate.rgb[(y * widthPx + x) * 3 + k] ?? 9);
              worst = Math.max(worst, Math.abs((seen[k] ?? 999) - drawn));
            }
          }
        expect(worst, `${widthPx} x ${heightPx}`).toBeLessThanOrEqual(colour === '#ffffff' ? 0 : 2);
      }
    },
  );

  test.each(GRADIENTS)(
    'a gradient on the stage is the picture that engines get: %s',
    async (_name, gradient) => {
      await page.evaluate(
        (shown) => window.harness.viewer.api.setBackground({ kind: 'gradient', gradient: shown }),
        gradient,
      );
      for (const [widthPx, heightPx] of [
        [320, 320],
        [320, 192],
      ] as const) {
        const { snapshot } = await captureOf(page, ['snapshot'], widthPx, heightPx);
        const { type, pixels } = await page.evaluate(
          async ([painted, width, height]) =>
            window.harness.decode(
              await window.harness.workers.compute().drawGradient(painted, width, height),
            ),
          [gradient, widthPx, heightPx] as const,
        );
        expect(type).toBe('image/webp');
        expect(pixels).toHaveLength(widthPx * heightPx * 4);
        let worst = 0;
        // What the product and its shadows leave free: the upper edge, and the upper part of both sides.
        for (let y = 0; y < heightPx * 0.3; y++)
          for (let x = 0; x < widthPx; x++) {
            if (y > 12 && x > 12 && x < widthPx - 12) continue;
            const seen = snapshot?.at(x, y) ?? [];
            for (let k = 0; k < 3; k++)
              worst = Math.max(
                worst,
                Math.abs((seen[k] ?? 999) - (pixels[(y * widthPx + x) * 4 + k] ?? 999)),
              );
          }
        expect(worst, `${widthPx} x ${heightPx}`).toBeLessThanOrEqual(2);
      }
    },
  );

  test('the shadow follows its strength, and the presets are of different brightness', async () => {
    await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#909090' }));
    const dark = await shot(page);
    await page.evaluate(() => window.harness.viewer.api.setShadow(0));
    const none = await shot(page);
    await page.evaluate(() =>
      window.harness.viewer.api.setLighting({ lighting: 'render', creativity: 0, seed: 0, rig: null }),
    );
    const bright = await shot(page);
    expect(none.data.some((value, at) => value > (dark.data[at] ?? 0) + 25)).toBe(true);
    expect(none.data.every((value, at) => value >= (dark.data[at] ?? 0) - 3)).toBe(true);
    expect(bright.at(160, 150)[0]).toBeGreaterThan(none.at(160, 150)[0] + 10);
    expect(none.at(160, 150)).toEqual(dark.at(160, 150));
  });

  test('the part under the pointer is outlined and told, never captured, and not during a drag', async () => {
    const plain = await shot(page);
    const hovered = (from: number) =>
      page.evaluate((since) => window.harness.wait('partHovered', since), from);
    const count = () => page.evaluate(() => window.harness.events.length);
    const before = await screenOf(page);
    let from = await count();
    await page.mouse.move(180, 180);
    expect((await hovered(from)).hit).toEqual({ nodeIndex: 0, materialIndex: 0 });
    const lit = await screenOf(page);
    expect(lit.data.some((value, at) => Math.abs(value - (before.data[at] ?? 0)) > 40)).toBe(true);
    expect(Buffer.compare((await shot(page)).data, plain.data)).toBe(0);
    from = await count();
    await page.mouse.down();
    expect((await hovered(from)).hit).toBeNull();
    await page.mouse.up();
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'a texture lies as its pixels do, whatever its EXIF says: %s',
    async (format) => {
      // Red on the left, blue on the right; a camera held upright turned it by a quarter.
      const half = { width: 16, height: 32, channels: 3, background: '#0000ff' } as const;
      const picture = sharp({ create: { ...half, width: 32, background: '#ff0000' } })
        .composite([{ input: { create: half }, left: 16, top: 0 }])
        .withMetadata({ orientation: 6 });
      const { document, primitive } = createSquare();
      const texture = document.createTexture('photo').setMimeType(`image/${format}`);
      texture.setImage(new Uint8Array(await picture.toFormat(format).toBuffer()));
      const material = document.createMaterial().setBaseColorTexture(texture).setDoubleSided(true);
      primitive.setMaterial(material.setMetallicFactor(0).setRoughnessFactor(1));
      await showModel(page, await writeGlb(document), [0, 0, 5]);
      const { at } = await shot(page);
      for (const y of [140, 180]) {
        const [left, right] = [at(140, y), at(180, y)];
        expect(left[0]).toBeGreaterThan(left[2] + 60);
        expect(right[2]).toBeGreaterThan(right[0] + 60);
      }
    },
  );
});
