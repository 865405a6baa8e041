import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import { packGlb } from '../support/tiny-model.ts';
import {
  base64,
  captureOf,
  differenceOf,
  MODES,
  openViewerPage,
  openViewerTests,
  STAGE_PX,
  screenOf,
  showModel,
} from '../support/viewer-page.ts';

const RED = { name: 'red', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] } as const;
const GREEN = { name: 'green', size: [2, 2, 2], centre: [1.5, 0, 3], colour: [0.02, 0.8, 0.02, 1] } as const;
/** From the front, 14 away: the red front is 12 away, the green one 10. */
const IN_RED = [130, 160] as const;
const IN_GREEN = [205, 160] as const;
const NOWHERE = [10, 10] as const;

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests(1);
});
afterAll(() => tests.close());

describe.each(MODES)('in the %s', (mode, query) => {
  let page: Page;
  beforeAll(async () => {
    page = await openViewerPage(tests, query);
    expect((await page.evaluate(() => window.harness.viewer.graphics())).mode).toBe(mode);
  });
  afterAll(() => page.close());

  test('the snapshot is the screen, with every tone mapping and background', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c08040' } })
      .composite([
        {
          input: { create: { width: 20, height: 20, channels: 3, background: '#2040e0' } },
          left: 10,
          top: 5,
        },
      ])
      .png()
      .toBuffer();
    await showModel(page, makeBoxes([RED, GREEN]), [6, 4, 12]);
    const setLook = (toneMapping: 'neutral' | 'agx', image: string | null) =>
      page.evaluate(
        async ([tone, text]) => {
          const { api } = window.harness.viewer;
          await api.setToneMapping(tone, 0.9);
          await api.setBackground(
            text === null
              ? { kind: 'colour', colour: '#405060' }
              : { kind: 'image', image: window.harness.blob(text, 'image/png'), fidelity: 1 },
          );
        },
        [toneMapping, image] as const,
      );
    for (const [toneMapping, image] of [
      ['neutral', base64(picture)],
      ['agx', null],
    ] as const) {
      await setLook(toneMapping, image);
      const shown = await screenOf(page);
      const { snapshot } = await captureOf(page, ['snapshot']);
      if (snapshot === null) throw new Error('no snapshot');
      // The gizmo's corner is the one place where they differ.
      const isOutside = (x: number, y: number) => x < 180 || y < 180;
      expect(differenceOf(snapshot, shown, 8, isOutside), toneMapping).toBeLessThan(0.01);
      expect(
        differenceOf(snapshot, shown, 40, (x, y) => !isOutside(x, y)),
        toneMapping,
      ).toBeGreaterThan(0.005);
      expect(differenceOf(await screenOf(page), shown, 2), toneMapping).toBe(0);
    }
    await setLook('neutral', null);
  });

  test('only what is asked for is given', async () => {
    await showModel(page, makeBoxes([RED, GREEN]));
    const given = await page.evaluate(() => window.harness.capture(64, 64, ['normal']));
    const names = Object.entries(given).filter(([, value]) => value !== null);
    expect(names.map(([name]) => name)).toEqual(['normal']);
  });

  test('depth is brightest in front, even in one over the distance, and black where nothing is', async () => {
    await showModel(page, makeBoxes([RED, GREEN]));
    const { depth, depthRange } = await captureOf(page, ['depth']);
    expect(depth?.at(...IN_GREEN)).toEqual([255, 255, 255]);
    expect(depth?.at(...NOWHERE)).toEqual([0, 0, 0]);
    expect(depth?.at(...IN_RED)).toEqual([1, 1, 1]);
    expect(depthRange?.nearest).toBeCloseTo(10, 3);
    expect(depthRange?.farthest).toBeCloseTo(12, 3);
    // A slope: every column is as grey as its distance says.
    await page.evaluate(() => window.harness.look([14 * Math.sin(0.5), 0, 14 * Math.cos(0.5)]));
    await page.evaluate(() => window.harness.viewer.api.setHiddenNodes([1]));
    const slope = await captureOf(page, ['depth', 'normal']);
    const { nearest = 0, farthest = 0 } = slope.depthRange ?? {};
    let compared = 0;
    for (let x = 100; x < 220; x += 10) {
      const [red = 0, , blue = 0] = slope.normal?.at(x, 160) ?? [];
      if (red > 128 || blue < 220) continue;
      // The ray of a pixel against the plane z = 2, turned into the camera's frame.
      const across = ((x + 0.5) / STAGE_PX - 0.5) * 2 * Math.tan((22.5 * Math.PI) / 180);
      const distance = (14 * Math.cos(0.5) - 2) / (Math.cos(0.5) + across * Math.sin(0.5));
      const wanted = 1 + (254 * (1 / distance - 1 / farthest)) / (1 / nearest - 1 / farthest);
      expect(Math.abs((slope.depth?.at(x, 160)[0] ?? 0) - wanted), `column ${x}`).toBeLessThan(1.5);
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });

  test('normals are the camera’s: red to the right, green up, blue to the camera', async () => {
    await showModel(page, makeBoxes([RED]), [10, 10, 10]);
    const { normal } = await captureOf(page, ['normal']);
    const value = (n: number) => Math.round((n * 0.5 + 0.5) * 255);
    const near = (x: number, y: number, wanted: number[]) =>
      expect(
        normal?.at(x, y).every((channel, k) => Math.abs(channel - value(wanted[k] ?? 0)) <= 2),
        `${x} ${y}`,
      ).toBe(true);
    const [side, down, front] = [Math.SQRT1_2, -1 / Math.sqrt(6), 1 / Math.sqrt(3)];
    near(160, 120, [0, 2 / Math.sqrt(6), front]);
    near(125, 180, [-side, down, front]);
    near(195, 180, [side, down, front]);
    expect(normal?.at(...NOWHERE)).toEqual([128, 128, 255]);
  });

  test('the outline follows parts, creases and steps, and is empty on a face', async () => {
    await showModel(page, makeBoxes([RED]), [10, 10, 10]);
    const { outline } = await captureOf(page, ['outline']);
    const isLit = (x: number, y: number) =>
      [-2, -1, 0, 1, 2].some((dx) =>
        [-2, -1, 0, 1, 2].some((dy) => (outline?.at(x + dx, y + dy)[0] ?? 0) > 200),
      );
    // The corner that looks at the camera, where three creases meet; then two faces and the empty stage.
    expect(isLit(160, 160)).toBe(true);
    expect(isLit(160, 190)).toBe(true);
    expect(isLit(160, 120)).toBe(false);
    expect(isLit(125, 180)).toBe(false);
    expect(isLit(...NOWHERE)).toBe(false);
    // A face seen at a grazing angle has no lines of its own.
    await page.evaluate(() => window.harness.look([14, 0.6, 3]));
    const grazing = await captureOf(page, ['outline', 'ids']);
    const inside: number[] = [];
    const { ids, outline: lines } = grazing;
    for (let at = 0; at < (ids?.data.length ?? 0); at += 4)
      if (ids?.data[at] !== 0) inside.push(lines?.data[at] ?? 0);
    expect(inside.filter((line) => line > 0).length / inside.length).toBeLessThan(0.15);
    // Of two parts of one material, one before the other, the nearer has an edge: a step in depth.
    await showModel(page, makeBoxes([{ ...RED, size: [2, 2, 2] }], { copies: 2 }), [14, 3, 0.01]);
    expect((await captureOf(page, ['outline'])).outline).not.toBeNull();
  });

  test('one pass gives every mask: each is what its material covers by itself, cut-outs and insides too', async () => {
    const half = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } },
    })
      .composite([
        { input: { create: { width: 4, height: 8, channels: 4, background: '#ffffff' } }, left: 0, top: 0 },
      ])
      .png()
      .toBuffer();
    // Side by side, so that none hides another; the last has a hole and shows its inside where it is double-sided.
    const glb = makeBoxes([
      { ...RED, size: [2, 2, 2], centre: [-3.5, 0, 0], isBaked: true },
      { ...GREEN, centre: [0, 0, 0], isBaked: true },
      { ...RED, size: [2, 2, 2], centre: [3.5, 0, 0], texture: half, alphaMode: 'MASK' },
    ]);
    const { json, binary } = readGlb(glb);
    const [first, second, third] = json.meshes ?? [];
    // The first two become one mesh with two materials.
    const [left] = first?.primitives ?? [];
    const [middle] = second?.primitives ?? [];
    const joined = packGlb(
      {
        ...json,
        meshes: [{ primitives: [left, middle] }, second, third],
        materials: json.materials?.map((material, index) => ({ ...material, doubleSided: index === 2 })),
      },
      binary,
    );
    await showModel(page, joined, [0, 0.5, 16]);
    const hide = (nodes: number[]) =>
      page.evaluate((hidden) => window.harness.viewer.api.setHiddenNodes(hidden), nodes);
    const idsOf = async () =>
      [...((await captureOf(page, ['ids'])).ids?.data ?? [])].filter((_, at) => at % 4 === 0);
    await hide([1]);
    const together = await idsOf();
    await hide([1, 2]);
    const joinedAlone = await idsOf();
    await hide([0, 1]);
    const cutAlone = await idsOf();
    expect(new Set(together)).toEqual(new Set([0, 2, 3, 4]));
    expect(together.map((id) => (id === 4 ? 0 : id))).toEqual(joinedAlone);
    expect(together.map((id) => (id === 4 ? 4 : 0))).toEqual(cutAlone);
    // Through the hole in its front one sees the inside of the back, where that is solid.
    const covered = cutAlone.filter((id) => id === 4).length;
    await showModel(page, packGlb({ ...json, materials: json.materials }, binary), [0, 0.5, 16]);
    await hide([0, 1]);
    const oneSided = (await idsOf()).filter((id) => id === 4).length;
    expect(oneSided).toBeGreaterThan(100);
    expect(covered).toBeGreaterThan(oneSided * 1.1);
  });

  test('alpha is the silhouette, smooth at its edge, and covers what the ids cover', async () => {
    await showModel(page, makeBoxes([RED, GREEN]), [6, 4, 12]);
    const { alpha, ids } = await captureOf(page, ['alpha', 'ids']);
    let grey = 0;
    let wrong = 0;
    for (let at = 0; at < (ids?.data.length ?? 0); at += 4) {
      const cover = alpha?.data[at] ?? 0;
      if (cover > 0 && cover < 255) grey++;
      else if ((cover === 255) !== (ids?.data[at] !== 0)) wrong++;
    }
    expect(grey).toBeGreaterThan(50);
    expect(wrong).toBe(0);
  });

  test('nothing on the stage gives no pictures of it', async () => {
    await page.evaluate(() => window.harness.viewer.api.show(null));
    const passes = await captureOf(page, ['snapshot', 'ids', 'outline', 'depth', 'normal', 'alpha'], 64);
    expect(passes.snapshot).not.toBeNull();
    expect({ ...passes, snapshot: null }).toEqual({
      snapshot: null,
      ids: null,
      outline: null,
      depth: null,
      depthRange: null,
      normal: null,
      alpha: null,
    });
  });

  test('a highlight is in no pass', async () => {
    await showModel(page, makeBoxes([RED, GREEN]), [6, 4, 12]);
    const wanted = ['snapshot', 'ids', 'outline', 'depth', 'normal', 'alpha'] as const;
    const plain = await captureOf(page, wanted);
    await page.evaluate(() => window.harness.viewer.api.highlight({ kind: 'material', materialIndex: 1 }));
    const lit = await captureOf(page, wanted);
    for (const pass of wanted)
      expect(
        lit[pass]?.data.every((v, k) => v === plain[pass]?.data[k]),
        pass,
      ).toBe(true);
    expect(differenceOf(await screenOf(page), plain.snapshot ?? (await screenOf(page)), 40)).toBeGreaterThan(
      0.02,
    );
    await page.evaluate(() => window.harness.viewer.api.highlight(null));
  });

  test('sides of 64 to 4096 pixels are drawn, others refused with a sentence', async () => {
    await showModel(page, makeBoxes([RED]));
    const small = await captureOf(page, ['snapshot'], 64, 200);
    expect(small.snapshot?.data.length).toBe(64 * 200 * 4);
    const refused = await page.evaluate(async () => {
      const { api } = window.harness.viewer;
      const pose = await api.camera();
      const take = (width: number, height: number) =>
        api.capturePasses(pose, width, height, ['alpha']).then(
          () => null,
          (error) => error.failure,
        );
      return [await take(63, 100), await take(100, 4_097), await take(100.5, 100)];
    });
    expect(refused).toEqual(
      [
        [63, 100],
        [100, 4_097],
        [100.5, 100],
      ].map(([widthPx, heightPx]) => ({ code: 'capture-too-large', widthPx, heightPx, maxPx: 4_096 })),
    );
  });
});

test('4096 pixels a side come back whole', async () => {
  const page = await openViewerPage(tests);
  await showModel(page, makeBoxes([RED]));
  const middle = await page.evaluate(async () => {
    const { api } = window.harness.viewer;
    const { snapshot, alpha } = await api.capturePasses(await api.camera(), 4_096, 4_096, [
      'snapshot',
      'alpha',
    ]);
    const at = (2_048 * 4_096 + 2_048) * 4;
    const read = (pixels: ArrayBuffer | null) => [...new Uint8Array(pixels ?? new ArrayBuffer(0), at, 3)];
    return { size: snapshot?.byteLength, red: read(snapshot), cover: read(alpha) };
  });
  expect(middle.size).toBe(4_096 ** 2 * 4);
  expect(middle.cover).toEqual([255, 255, 255]);
  expect(middle.red[0]).toBeGreaterThan(2 * (middle.red[1] ?? 255));
  await page.close();
});
