import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MaterialDressing } from '../../src/contract/scene/material-dressing.ts';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../support/box-model.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { Pixels } from '../support/pixels.ts';
import { packGlb } from '../support/tiny-model.ts';
import {
  base64,
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  screenOf,
  showModel,
} from '../support/viewer-page.ts';

const RED = { name: 'red', size: [4, 4, 4], centre: [0, 0, 0], colour: [0.8, 0.02, 0.02, 1] } as const;

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 80 && g < r / 2 && b < r / 2;
const isGreen = ([r = 0, g = 0, b = 0]: number[]) => g > 80 && r < g / 2 && b < g / 2;

async function capture(): Promise<{ snapshot: Pixels; ids: Pixels }> {
  const { snapshot, ids } = await captureOf(page, ['snapshot', 'ids']);
  if (snapshot === null || ids === null) throw new Error('nothing is drawn');
  return { snapshot, ids };
}

test('an independent instance is a material of its own: in the picture, the masks, under a finger, lit up, and taken back', async () => {
  const boxes = makeBoxes([{ ...RED, size: [2, 2, 2] }], { copies: 2 });
  const nodes = (readGlb(boxes).json.nodes ?? []).flatMap(({ mesh }, index) =>
    mesh === undefined ? [] : [index],
  );
  await showModel(page, boxes, [0, 0, 14]);
  const [left = 0, right = 0] = nodes;
  const at = { left: [103, 160], right: [217, 160] } as const;
  const before = await capture();
  expect([before.ids.at(...at.left), before.ids.at(...at.right)]).toEqual([
    [2, 0, 0],
    [2, 0, 0],
  ]);
  await page.evaluate(
    ([node]) =>
      window.harness.viewer.api.setDressings([
        {
          dressing: {
            kind: 'plain',
            materialIndex: 40_000,
            split: { from: 0, nodes: [node] },
            colour: '#10e010',
            metalness: 0,
            roughness: 0.8,
          },
          texture: null,
        },
      ]),
    [right] as const,
  );
  const after = await capture();
  expect([isRed(after.snapshot.at(...at.left)), isGreen(after.snapshot.at(...at.right))]).toEqual([
    true,
    true,
  ]);
  // Slot + 1 is the instance's number + 2: 40,002 = 66 + 156 * 256.
  expect([after.ids.at(...at.left), after.ids.at(...at.right)]).toEqual([
    [2, 0, 0],
    [40_002 % 256, Math.floor(40_002 / 256), 0],
  ]);
  const pick = async ([x, y]: readonly [number, number]) => {
    const from = await page.evaluate(() => window.harness.events.length);
    await page.mouse.click(20 + x, 20 + y);
    return (await page.evaluate((since) => window.harness.wait('partPicked', since), from)).hit;
  };
  expect(await pick(at.left)).toEqual({ nodeIndex: left, materialIndex: 0 });
  expect(await pick(at.right)).toEqual({ nodeIndex: right, materialIndex: 40_000 });
  // The light follows the dressing: the instance alone, then with the rest when it is one material again.
  const isLit = async (place: readonly [number, number], than: Pixels) =>
    ((await screenOf(page)).at(...place)[2] ?? 0) > (than.at(...place)[2] ?? 0) + 30;
  await page.evaluate(() => window.harness.viewer.api.highlight({ kind: 'material', materialIndex: 0 }));
  expect([await isLit(at.left, after.snapshot), await isLit(at.right, after.snapshot)]).toEqual([
    true,
    false,
  ]);
  await page.evaluate(() => window.harness.viewer.api.setDressings([]));
  expect([await isLit(at.left, before.snapshot), await isLit(at.right, before.snapshot)]).toEqual([
    true,
    true,
  ]);
  await page.evaluate(() => window.harness.viewer.api.highlight(null));
  expect(Buffer.compare((await capture()).snapshot.data, before.snapshot.data)).toBe(0);
  expect(Buffer.compare((await capture()).ids.data, before.ids.data)).toBe(0);
});

test('a model wears its library material in its first frame; one on its way, or one that cannot be read, is its mean colour', async () => {
  const green = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#10c010' } })
    .png()
    .toBuffer();
  const show = (png: string | null, broken = false) =>
    page.evaluate(
      async ([glb, picture, isBroken]) => {
        const { harness } = window;
        const { dressing } = harness.library(0, '', {});
        const texture = isBroken
          ? new Blob(['no picture'])
          : picture === null
            ? null
            : harness.blob(picture, 'image/png');
        const changes = { dressings: [{ dressing, texture, meanwhile: '#10c010' }] };
        const from = harness.events.length;
        await harness.show(glb, changes);
        return (await harness.wait('frameDrawn', from)).frame;
      },
      [base64(makeBoxes([RED])), png, broken] as const,
    );
  const centre = async () => (await capture()).snapshot.at(160, 160);
  await page.evaluate(() => window.harness.look([0, 0, 14]));
  await show(base64(green));
  expect(isGreen(await centre())).toBe(true);
  await show(null);
  expect(isGreen(await centre())).toBe(true);
  await show(null, true);
  expect(isGreen(await centre())).toBe(true);
});

const RED_INSIDE = [160, 160] as const;
const PLAIN = { kind: 'plain', materialIndex: 0, colour: '#000000', metalness: 0, roughness: 1 } as const;

async function dress(dressing: MaterialDressing): Promise<void> {
  await page.evaluate(
    (one) => window.harness.viewer.api.setDressings([{ dressing: one, texture: null }]),
    dressing,
  );
}

test('what is set to be see-through lets the background through by as much, and is solid again at 1', async () => {
  await showModel(page, makeBoxes([RED]));
  const solid = await capture();
  /** Share of a change of the background that is seen through the part. */
  const throughput = async (): Promise<number> => {
    const shades: number[] = [];
    for (const colour of ['#000000', '#ffffff']) {
      await page.evaluate((same) => {
        const stops = [0, 1].map((at) => ({ at, colour: same }));
        const gradient = { kind: 'linear', angleDegrees: 180, stops } as const;
        return window.harness.viewer.api.setBackground({ kind: 'gradient', gradient });
      }, colour);
      const { snapshot } = await captureOf(page, ['snapshot']);
      shades.push(snapshot?.at(...RED_INSIDE)[2] ?? Number.NaN);
    }
    await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#1e1e1e' }));
    return ((shades[1] ?? 0) - (shades[0] ?? 0)) / 255;
  };
  const adjusted = {
    kind: 'adjusted',
    materialIndex: 0,
    colour: null,
    metalness: null,
    roughness: null,
  } as const;
  for (const opacity of [0, 0.25, 0.75]) {
    await dress({ ...PLAIN, finish: { opacity } });
    expect(await throughput()).toBeCloseTo(1 - opacity, 1);
    await dress({ ...adjusted, finish: { opacity } });
    expect(await throughput()).toBeCloseTo(1 - opacity, 1);
  }
  // A mask has it as long as something of it is seen.
  expect((await capture()).ids.at(...RED_INSIDE)).toEqual([2, 0, 0]);
  await dress({ ...adjusted, finish: { opacity: 1 } });
  // A white background lights the side that looks at the camera, a black one does not.
  expect(await throughput()).toBeLessThan(0.05);
  expect(Buffer.compare((await capture()).snapshot.data, solid.snapshot.data)).toBe(0);
});

test('what gives off light is bright in its colour, times its strength', async () => {
  await showModel(page, makeBoxes([RED]));
  const shade = async (finish: MaterialDressing['finish']) => {
    await dress({ ...PLAIN, ...(finish === undefined ? {} : { finish }) });
    return (await capture()).snapshot.at(...RED_INSIDE);
  };
  const dark = await shade(undefined);
  const [, green, blue] = await shade({ emissive: '#004000' });
  expect(green).toBeGreaterThan(dark[1] + 20);
  expect(Math.abs(blue - dark[2])).toBeLessThan(4);
  expect((await shade({ emissive: '#004000', emissiveIntensity: 4 }))[1]).toBeGreaterThan(green + 20);
  expect(await shade({ emissive: '#004000', emissiveIntensity: 0 })).toEqual(dark);
});

test('the green of a roughness map multiplies the roughness', async () => {
  await showModel(page, makeBoxes([RED]), [8, 6, 12]);
  const square = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const [wood, map] = [base64(await square('#808080')), base64(await square('#ff6600'))];
  const wear = async (roughness: number, hasMap: boolean) => {
    await page.evaluate(
      ([colour, grey, rough, isMapped]) => {
        const { harness } = window;
        const maps = { normalHash: null, roughnessHash: isMapped ? 'b'.repeat(64) : null };
        const one = harness.library(0, colour, { roughness: rough, metalness: 1, maps });
        const images = { normal: null, roughness: isMapped ? harness.blob(grey, 'image/png') : null };
        return harness.viewer.api.setDressings([{ ...one, maps: images }]);
      },
      [wood, map, roughness, hasMap] as const,
    );
    return (await capture()).snapshot;
  };
  const [dull, mapped, glossy] = [await wear(1, false), await wear(1, true), await wear(0.4, false)];
  expect(differenceOf(mapped, glossy, 2)).toBe(0);
  expect(differenceOf(mapped, dull, 2)).toBeGreaterThan(0.02);
});

test('the normals of a capture have the relief of a library material, from its map and from its picture', async () => {
  await showModel(page, makeBoxes([RED]), [0, 0, 14]);
  const square = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  // Leans 37 degrees to the right: (0.6, 0, 0.8).
  const [wood, map] = [base64(await square('#808080')), base64(await square('#cc80e6'))];
  const normals = async (look: { hasMap: boolean; bumpHeight: number }, picture = wood, x = 160) => {
    await page.evaluate(
      ([colour, leaning, { hasMap, bumpHeight }]) => {
        const { harness } = window;
        const maps = { normalHash: hasMap ? 'b'.repeat(64) : null, roughnessHash: null };
        const textureHash = (bumpHeight === 0 ? 'd' : 'c').repeat(64);
        const one = harness.library(0, colour, { textureHash, tileSize: 4, bumpHeight, maps });
        const images = { normal: hasMap ? harness.blob(leaning, 'image/png') : null, roughness: null };
        return harness.viewer.api.setDressings([{ ...one, maps: images }]);
      },
      [picture, map, look] as const,
    );
    const { normal } = await captureOf(page, ['normal']);
    return normal?.at(x, 160) ?? [];
  };
  expect(await normals({ hasMap: false, bumpHeight: 0 })).toEqual([128, 128, 255]);
  const [red = 0, green = 0, blue = 0] = await normals({ hasMap: true, bumpHeight: 0 });
  expect(Math.max(Math.abs(red - 204), Math.abs(green - 128), Math.abs(blue - 230))).toBeLessThanOrEqual(3);
  const ramp = await sharp({ create: { width: 256, height: 8, channels: 3, background: '#000000' } })
    .composite([
      {
        input: Buffer.from(Array.from({ length: 256 * 8 * 3 }, (_, at) => Math.floor(at / 3) % 256)),
        raw: { width: 256, height: 8, channels: 3 },
      },
    ])
    .png()
    .toBuffer();
  const [bumped = 0] = await normals({ hasMap: false, bumpHeight: 2 }, base64(ramp), 185);
  // It rises to the right, so that it leans to the left.
  expect(bumped).toBeLessThan(118);
});

test('what cannot be seen at all throws no shadow on the floor', async () => {
  const FLOATING = { ...RED, size: [4, 0.5, 4], centre: [0, -1, 0] } as const;
  const SMALL = { ...RED, name: 'small', size: [0.2, 0.2, 0.2], centre: [6, -1.1, 0] } as const;
  await showModel(page, makeBoxes([FLOATING, SMALL]), [0, 6, 14]);
  await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#ffffff' }));
  const darkest = async (): Promise<number> => {
    const { snapshot } = await captureOf(page, ['snapshot']);
    let least = 255;
    for (let x = 20; x < 180; x += 4) {
      for (let y = 140; y < 230; y += 4) least = Math.min(least, snapshot?.at(x, y)[2] ?? 255);
    }
    return least;
  };
  await dress({ ...PLAIN, colour: '#ffffff', finish: { opacity: 0 } });
  const unseen = await darkest();
  await dress({ ...PLAIN, colour: '#ffffff', finish: { opacity: 1 } });
  const seen = await darkest();
  await page.evaluate(() => window.harness.viewer.api.setBackground({ kind: 'colour', colour: '#1e1e1e' }));
  expect(seen).toBeLessThan(210);
  expect(unseen).toBeGreaterThan(220);
});

test('a library texture needs no coordinates of the file', async () => {
  const glb = makeBoxes([RED]);
  const { json, binary } = readGlb(glb);
  const bare = json.meshes?.map((mesh) => ({
    ...mesh,
    primitives: mesh.primitives?.map(
      ({ attributes: { TEXCOORD_0: _, ...attributes } = {}, ...primitive }) => ({
        ...primitive,
        attributes,
      }),
    ),
  }));
  const stripes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c04020' } })
    .composite([
      { input: { create: { width: 4, height: 8, channels: 3, background: '#20c040' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  const wear = async (model: Uint8Array) => {
    await showModel(page, model, [8, 6, 12]);
    await page.evaluate((png) => window.harness.dressLibrary(0, png, { tileSize: 2 }), base64(stripes));
    return (await capture()).snapshot;
  };
  const [withThem, without] = [await wear(glb), await wear(packGlb({ ...json, meshes: bare }, binary))];
  expect(differenceOf(withThem, without, 0)).toBe(0);
  const colours = new Set(
    Array.from({ length: 9 }, (_, i) => (isRed(without.at(100 + 15 * i, 160)) ? 'red' : 'green')),
  );
  expect(colours.size).toBe(2);
});
