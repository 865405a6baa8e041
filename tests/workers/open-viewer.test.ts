import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectTriplanar } from '../../src/contract/scene/triplanar.ts';
import type { Vector3 } from '../../src/contract/scene/vector3.ts';
import type { PartChoice } from '../../src/contract/stage.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { type Pixels, pixelsOf } from '../support/pixels.ts';
import { hasSamples, readSample } from '../support/tiny-model.ts';
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

const SIZE = STAGE_PX;

let tests: TestBrowser;
let page: Page;

beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());
beforeEach(async () => {
  await page.evaluate(() => window.harness.viewer.api.show(null));
});

const RED = { name: 'red', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] } as const;
const GREEN = { name: 'green', size: [2, 2, 2], centre: [1.5, 0, 3], colour: [0.02, 0.8, 0.02, 1] } as const;

const show = (glb: Uint8Array, position: Vector3 = [0, 0, 14], on = page) => showModel(on, glb, position);
const screen = (on = page) => screenOf(on);

async function capture(on = page, sizePx = SIZE): Promise<{ snapshot: Pixels; ids: Pixels }> {
  const { snapshot, ids } = await captureOf(on, ['snapshot', 'ids'], sizePx);
  const black = pixelsOf(new Uint8Array(sizePx ** 2 * 4), sizePx);
  return { snapshot: snapshot ?? black, ids: ids ?? black };
}

const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 80 && g < r / 2 && b < r / 2;
const isGreen = ([r = 0, g = 0, b = 0]: number[]) => g > 80 && r < g / 2 && b < g / 2;

test('a model is drawn in a worker that has no document', async () => {
  await show(makeBoxes([RED]));
  expect(isRed((await screen()).at(160, 160))).toBe(true);
  expect(isRed((await screen()).at(20, 20))).toBe(false);
  const kinds = await Promise.all(page.workers().map((worker) => worker.evaluate(() => typeof document)));
  expect(kinds.length).toBeGreaterThan(0);
  expect(new Set(kinds)).toEqual(new Set(['undefined']));
  const report = await page.evaluate(() => window.harness.viewer.graphics());
  expect(report.mode).toBe('worker');
});

test('masks are disjoint, cover the silhouette and nothing else, and stay binary when encoded', async () => {
  await show(makeBoxes([RED, GREEN]));
  const { ids, snapshot } = await capture();
  expect(ids.at(150, 160)).toEqual([2, 0, 0]);
  expect(ids.at(205, 160)).toEqual([3, 0, 0]);
  expect(ids.at(10, 10)).toEqual([0, 0, 0]);
  const silhouette = ids.data.filter((value, byte) => byte % 4 === 0 && value > 0).length;
  const masks = await page.evaluate(
    async ([text, size]) => {
      const ids = await window.harness.blob(text, '').arrayBuffer();
      const groups = [[1], [2], [0, 1, 2]];
      const encoded = await window.harness.workers.compute().encodeMasks(ids, size, size, groups);
      return Promise.all(
        encoded.map(async ({ image, coverage }) => {
          const { type, pixels } = await window.harness.decode(image);
          const isBinary = pixels.every((value) => value === 0 || value === 255);
          const white = pixels.filter((value, byte) => byte % 4 === 0 && value === 255).length;
          return { type, coverage, isBinary, white };
        }),
      );
    },
    [base64(ids.data), SIZE] as const,
  );
  expect(masks.map(({ type }) => type)).toEqual(['image/webp', 'image/webp', 'image/webp']);
  expect(masks.every(({ isBinary }) => isBinary)).toBe(true);
  expect((masks[0]?.white ?? 0) + (masks[1]?.white ?? 0)).toBe(silhouette);
  expect(masks[2]?.white).toBe(silhouette);
  expect(masks[2]?.coverage).toBeCloseTo(silhouette / SIZE ** 2, 6);
  expect(isRed(snapshot.at(150, 160)) && isGreen(snapshot.at(205, 160))).toBe(true);
});

test('cut-outs count where they are cut out', async () => {
  const half = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } },
  })
    .composite([
      { input: { create: { width: 4, height: 8, channels: 4, background: '#ffffff' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  await show(makeBoxes([{ ...RED, texture: half, alphaMode: 'MASK' }]));
  const { ids } = await capture();
  expect(ids.at(120, 130)).toEqual([2, 0, 0]);
  // The right half of the front is open: one sees the back's inside only where that is solid and turned this way.
  expect(ids.at(200, 130)).toEqual([0, 0, 0]);
});

test('a tap picks the part under it, and nothing beside it', async () => {
  await show(makeBoxes([RED, GREEN]));
  const pick = async (x: number, y: number) => {
    const from = await page.evaluate(() => window.harness.events.length);
    await page.mouse.click(20 + x, 20 + y);
    return (await page.evaluate((since) => window.harness.wait('partPicked', since), from)).hit;
  };
  expect(await pick(150, 160)).toEqual({ nodeIndex: 0, materialIndex: 0 });
  expect(await pick(205, 160)).toEqual({ nodeIndex: 1, materialIndex: 1 });
  expect(await pick(20, 20)).toBeNull();
  await page.evaluate(() => window.harness.viewer.api.setHiddenNodes([1]));
  expect(await pick(205, 160)).toEqual({ nodeIndex: 0, materialIndex: 0 });
});

test('a part is told by its place, and framed with the orbit around its middle', async () => {
  await show(makeBoxes([RED, GREEN]), [0, 0, 14]);
  const at = (x: number, y: number) =>
    page.evaluate(([left, top]) => window.harness.viewer.api.partAt(left, top), [x, y] as const);
  const frame = (choice: PartChoice) =>
    page.evaluate((parts) => window.harness.viewer.api.frameParts(parts, 0), choice);
  const look = () => page.evaluate(() => window.harness.viewer.api.camera());
  expect(await at(205, 160)).toEqual({ nodeIndex: 1, materialIndex: 1 });
  expect(await at(20, 20)).toBeNull();
  expect(await frame({ kind: 'part', nodeIndex: 1, materialIndex: 1 })).toBe(true);
  const { position, target } = await look();
  for (const [axis, value] of GREEN.centre.entries()) expect(target[axis]).toBeCloseTo(value, 3);
  expect(position[2]).toBeGreaterThan(target[2]);
  expect(await frame({ kind: 'part', nodeIndex: 1, materialIndex: 0 })).toBe(false);
  expect((await look()).target).toEqual(target);
});

test('the second tap of two says so', async () => {
  await show(makeBoxes([RED, GREEN]), [0, 0, 14]);
  const from = await page.evaluate(() => window.harness.events.length);
  await page.mouse.dblclick(20 + 150, 20 + 160);
  const picks = await page.evaluate(async (since) => {
    const { harness } = window;
    const first = await harness.wait('partPicked', since);
    const second = await harness.wait('partPicked', harness.events.indexOf(first) + 1);
    return [first, second];
  }, from);
  const pick = { kind: 'partPicked', hit: { nodeIndex: 0, materialIndex: 0 }, xPx: 150, yPx: 160 };
  expect(picks).toEqual([
    { ...pick, isDouble: false },
    { ...pick, isDouble: true },
  ]);
});

test('a press on an axis asks for the view from there, and the camera stays', async () => {
  await show(makeBoxes([RED]), [0, 0, 14]);
  const hover = async (x: number, y: number) => {
    const since = await page.evaluate(() => window.harness.events.length);
    await page.mouse.move(20 + x, 20 + y);
    return (await page.evaluate((last) => window.harness.wait('helperViewHovered', last), since)).view;
  };
  expect(await hover(SIZE - 8 - 64 + 36, SIZE - 8 - 64)).toBe('right');
  expect(await hover(SIZE - 8 - 64, SIZE - 8 - 64 - 36)).toBe('top');
  expect(await hover(40, 40)).toBeNull();
  const from = await page.evaluate(() => window.harness.events.length);
  // Looking along Z the X ball lies to the right of the gizmo's middle.
  await page.mouse.click(20 + SIZE - 8 - 64 + 36, 20 + SIZE - 8 - 64);
  const { view } = await page.evaluate((since) => window.harness.wait('helperViewPicked', since), from);
  expect(view).toBe('right');
  const pose = await page.evaluate(() => window.harness.viewer.api.camera());
  expect(pose.position[2]).toBeCloseTo(14, 3);
});

test('dressings change parts and come off again; a highlight is never captured', async () => {
  await show(makeBoxes([RED]));
  const before = (await capture()).snapshot;
  await page.evaluate(() =>
    window.harness.viewer.api.setDressings([
      {
        dressing: { kind: 'plain', materialIndex: 0, colour: '#10e010', metalness: 0, roughness: 0.8 },
        texture: null,
      },
    ]),
  );
  expect(isGreen((await screen()).at(160, 160))).toBe(true);
  await page.evaluate(() =>
    window.harness.viewer.api.setDressings([
      {
        dressing: { kind: 'adjusted', materialIndex: 0, colour: '#e01010', metalness: null, roughness: 1 },
        texture: null,
      },
    ]),
  );
  expect(isRed((await screen()).at(160, 160))).toBe(true);
  await page.evaluate(() => window.harness.viewer.api.setDressings([]));
  await page.evaluate(() => window.harness.viewer.api.highlight({ kind: 'material', materialIndex: 0 }));
  const lit = (await screen()).at(160, 160);
  expect(lit[2]).toBeGreaterThan((before.at(160, 160)[2] ?? 0) + 30);
  expect(Buffer.compare((await capture()).snapshot.data, before.data)).toBe(0);
});

test('a library texture lies where the contract says, on every side and turned', {
  timeout: 300_000,
}, async () => {
  // Four fields: red and green above, blue and white below.
  const fields = { width: 2, height: 2, channels: 3 } as const;
  const png = await sharp(Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]), { raw: fields })
    .resize(64, 64, { kernel: 'nearest' })
    .png()
    .toBuffer();
  await show(makeBoxes([{ size: [6, 6, 6], centre: [0, 0, 0] }]));
  const tileSize = 5;
  const rotationRadians = 0.5;
  const views: readonly [Vector3, (a: number, b: number) => Vector3][] = [
    [[0, 0, 20], (a, b) => [a, b, 3]],
    [[20, 0, 0], (a, b) => [3, b, -a]],
    [[-20, 0, 0], (a, b) => [-3, b, a]],
  ];
  await page.evaluate(([texture, extra]) => window.harness.dressLibrary(0, texture, extra), [
    base64(png),
    { tileSize, rotationRadians },
  ] as const);
  for (const [eye, place] of views) {
    await page.evaluate((at) => window.harness.look([...at], 20), eye);
    const sizePx = SIZE / 2;
    const { snapshot } = await capture(page, sizePx);
    const normal = eye.map((value) => Math.sign(value)) as unknown as Vector3;
    const halfHeight = 17 * Math.tan((10 * Math.PI) / 180);
    let compared = 0;
    for (let a = -2.5; a <= 2.5; a += 0.5) {
      for (let b = -2.5; b <= 2.5; b += 0.5) {
        const projection = projectTriplanar(place(a, b), normal, tileSize, rotationRadians).find(
          ({ weight }) => weight > 0.99,
        );
        if (projection === undefined) throw new Error('no projection');
        const [u, v] = [
          projection.u - Math.floor(projection.u),
          1 - projection.v - Math.floor(1 - projection.v),
        ];
        // Near an edge of a field filtering mixes both.
        if ([u, v].some((value) => Math.min(value, Math.abs(value - 0.5), 1 - value) < 0.06)) continue;
        const field = (u < 0.5 ? 0 : 1) + (v < 0.5 ? 0 : 2);
        const seen = snapshot.at((a / halfHeight / 2 + 0.5) * sizePx, (0.5 - b / halfHeight / 2) * sizePx);
        const brightest = Math.max(...seen);
        const isWhite = Math.min(...seen) > brightest * 0.6;
        expect(isWhite ? 3 : seen.indexOf(brightest), `${eye} ${a} ${b}`).toBe(field);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(40);
  }
});

test('the picture follows the size of its element', async () => {
  await show(makeBoxes([RED]));
  const resize = (width: string) =>
    page.evaluate((value) => {
      (document.getElementById('host') as HTMLElement).style.width = value;
    }, width);
  const isBoxAt = async (...columns: number[]) => {
    const { at } = await screen();
    return columns.map((x) => isRed(at(x, 160)));
  };
  try {
    await resize('160px');
    // Half as wide and not squeezed: the box keeps its size in pixels around the new middle.
    await expect
      .poll(() => isBoxAt(6, 30, 80, 130, 154, 200))
      .toEqual([false, true, true, true, false, false]);
  } finally {
    await resize('');
  }
  await expect.poll(() => isBoxAt(86, 110, 160, 210, 234)).toEqual([false, true, true, true, false]);
});

test('a picture covers the stage behind the product, and a broken one is the default colour', async () => {
  // Twice as wide as high: blue in the middle half, green at the sides, which a square stage cuts off.
  const png = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#10c010' } })
    .composite([
      { input: { create: { width: 40, height: 40, channels: 3, background: '#1010c0' } }, left: 20, top: 0 },
    ])
    .png()
    .toBuffer();
  await page.evaluate(
    (text) =>
      window.harness.viewer.api.setBackground({
        kind: 'image',
        image: window.harness.blob(text, 'image/png'),
        fidelity: 1,
      }),
    base64(png),
  );
  const { snapshot } = await capture();
  expect(snapshot.at(160, 160)).toEqual([16, 16, 192]);
  expect(snapshot.at(10, 10)).toEqual([16, 16, 192]);
  expect(snapshot.at(310, 310)).toEqual([16, 16, 192]);
  const failure = await page.evaluate(() =>
    window.harness.viewer.api
      .setBackground({ kind: 'image', image: new Blob(['no picture'], { type: 'image/png' }), fidelity: 1 })
      .catch((error) => error.failure),
  );
  expect(failure).toMatchObject({ code: 'image-unreadable' });
  const [red = 0, green = 0, blue = 0] = (await capture()).snapshot.at(10, 310);
  expect(Math.max(red, green, blue)).toBeLessThan(60);
  expect(red).toBe(blue);
  await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#c01010' }));
  expect(isRed((await capture()).snapshot.at(160, 160))).toBe(true);
  await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#1e1e1e' }));
});

test('the background told last stands, whatever takes longer to read', async () => {
  const png = await sharp({ create: { width: 4096, height: 4096, channels: 3, background: '#1010c0' } })
    .png()
    .toBuffer();
  await page.evaluate((text) => {
    const { api } = window.harness.viewer;
    const image = window.harness.blob(text, 'image/png');
    return Promise.all([
      api.setBackground({ kind: 'image', image, fidelity: 1 }),
      api.setBackground({ kind: 'colour', colour: '#c01010' }),
    ]);
  }, base64(png));
  expect(isRed((await capture()).snapshot.at(160, 160))).toBe(true);
  await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#1e1e1e' }));
});

test('a view is reached in time and kept, and the whole model fits', async () => {
  await show(makeBoxes([RED, GREEN]), [0, 0, 40]);
  const pose = await page.evaluate(() => window.harness.viewer.api.fitCamera(120));
  expect(await page.evaluate(() => window.harness.viewer.api.camera())).toEqual(pose);
  const { ids } = await capture();
  const covered = (index: number) => ids.data[index * 4] !== 0;
  const edge = Array.from({ length: SIZE }, (_, i) => [
    i,
    (SIZE - 1) * SIZE + i,
    i * SIZE,
    i * SIZE + SIZE - 1,
  ]);
  expect(edge.flat().some(covered)).toBe(false);
  const share = Array.from({ length: SIZE ** 2 }, (_, i) => i).filter(covered).length / SIZE ** 2;
  expect(share).toBeGreaterThan(0.25);
});

test('out of sight a transition arrives at once', async () => {
  await show(makeBoxes([RED]), [0, 0, 14]);
  const hide = (isVisible: boolean) =>
    page.evaluate(
      (value) => window.harness.viewer.sendGesture({ kind: 'visibility', isVisible: value }),
      isVisible,
    );
  await hide(false);
  const pose = await page.evaluate(async () => {
    const { api } = window.harness.viewer;
    await api.setCamera({ ...(await api.camera()), position: [20, 0, 0] }, 60_000);
    return api.camera();
  });
  expect(pose.position[0]).toBe(20);
  await hide(true);
});

test('a file that cannot be read leaves the old model standing', async () => {
  await show(makeBoxes([RED]));
  const failure = await page.evaluate(
    (glb) => window.harness.show(glb).catch((error) => error.failure),
    base64(Buffer.from('glTF no')),
  );
  expect(failure).toMatchObject({ code: 'model-unreadable' });
  expect(isRed((await screen()).at(160, 160))).toBe(true);
});

test.skipIf(!hasSamples).each(MODES)(
  'compressed samples are drawn in the %s',
  {
    timeout: 300_000,
  },
  async (_mode, query) => {
    const own = await openViewerPage(tests, query);
    const names = ['DenseSphere_draco', 'JapaneseBridgeGarden_meshopt', 'WaterBottle_quantized_webp'];
    for (const name of names) {
      const glb = readSample(`glb/compressed/${name}.glb`);
      const report = await own.evaluate(async (model) => {
        const shown = await window.harness.show(model);
        await window.harness.viewer.api.fitCamera(0);
        return shown;
      }, base64(glb));
      expect(report?.unreadableImages, name).toEqual([]);
      const { ids } = await capture(own, 128);
      const covered = ids.data.filter((value, byte) => byte % 4 === 0 && value > 0).length;
      expect(covered, name).toBeGreaterThan(128 ** 2 / 50);
    }
    await own.close();
  },
);
