import { KHRMaterialsDiffuseTransmission } from '@gltf-transform/extensions';
import { converter, differenceCiede2000 } from 'culori';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { Environment } from '../../src/contract/scene/environment.ts';
import type { FloorSettings } from '../../src/contract/scene/floor.ts';
import { FLOOR_BEFORE } from '../../src/contract/scene/floor-defaults.ts';
import type { StageBackground } from '../../src/contract/stage.ts';
import { encodeRgbe } from '../../src/tracer/environment/rgbe.ts';
import { makeBalls } from '../support/ball-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import { openParity, PARITY_PX, type Parity } from '../support/parity.ts';
import type { Pixels } from '../support/pixels.ts';
import { createSquare, writeGlb } from '../support/tiny-model.ts';
import { traceAsStaged } from '../support/trace-as-staged.ts';
import { createSpec, nameFile } from '../support/trace-host.ts';
import { base64, captureOf, differenceOf } from '../support/viewer-page.ts';

/** Medians of CIEDE2000. A mirror shows its neighbours in the picture and the studio alone on the stage. */
const MAX = {
  product: 4,
  background: 2,
  ball: 8,
  // Light goes to and fro inside of a closed shade, which the stage does not know.
  paper: 9,
  // On a dark ground it mirrors the floor near the horizon, which the stage lights as brightly far away as near.
  gold: 8.5,
};
const BALLS = ['grey plaster', 'red plaster', 'gold', 'chrome', 'black lacquer'] as const;
/** A file in metres is drawn ten times as large. */
const RADIUS = 0.08;
const SCALE = 10;
const NORMALISATION = [SCALE, 0, 0, 0, 0, SCALE, 0, 0, 0, 0, SCALE, 0, 0, 0, 0, 1];
const FROM_THE_FRONT = [2, 6, 20] as const;
const FROM_THE_LEFT = [-16, 9, 9] as const;

const toLab = converter('lab65');
const differenceBetween = differenceCiede2000();

let parity: Parity;
let page: Page;
let glb: Uint8Array;
beforeAll(async () => {
  parity = await openParity('#c9cdd2');
  page = parity.page;
  glb = await makeBalls(BALLS, RADIUS);
  await page.evaluate(
    ([model, normalisation]) => window.harness.show(model, { normalisation: [...normalisation] }),
    [base64(glb), NORMALISATION] as const,
  );
});
afterAll(() => parity.tests.close());

const look = (position: readonly number[]) =>
  page.evaluate((at) => window.harness.look([...at]), [...position]);

/** What the stage shows, and what Studio makes of the same. */
async function both(changes: Partial<RenderSpec> = {}, files: readonly Uint8Array[] = []) {
  const stage = await captureOf(page, ['snapshot', 'ids'], PARITY_PX);
  const scene = { ...changes.scene, normalisation: NORMALISATION };
  return { ...stage, picture: await traceAsStaged(page, glb, PARITY_PX, { ...changes, scene }, files) };
}

/** Median of CIEDE2000 for the background, for the product, and for each ball. */
function measure(
  { snapshot, ids, picture }: Awaited<ReturnType<typeof both>>,
  balls: readonly string[],
): Map<string, number> {
  const found = new Map<string, number[]>();
  const put = (name: string, difference: number): void => {
    found.set(name, [...(found.get(name) ?? []), difference]);
  };
  for (let y = 1; y < PARITY_PX - 1; y++) {
    for (let x = 1; x < PARITY_PX - 1; x++) {
      const id = ids?.at(x, y)[0] ?? 0;
      // Half of a pixel at an edge is something else.
      const isInside = [-1, 1].every((d) => ids?.at(x + d, y)[0] === id && ids.at(x, y + d)[0] === id);
      if (!isInside) continue;
      const [one, other] = [snapshot, picture].map((pixels) => {
        const [r, g, b] = pixels?.at(x, y) ?? [0, 0, 0];
        return toLab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
      });
      const difference = one && other ? differenceBetween(one, other) : Number.NaN;
      if (id === 0) put('background', difference);
      else for (const name of ['product', balls[id - 2] ?? `slot ${id}`]) put(name, difference);
    }
  }
  return new Map([...found].map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1] ?? 0]));
}

function mustAgree(pictures: Awaited<ReturnType<typeof both>>, balls: readonly string[] = BALLS): void {
  const measured = measure(pictures, balls);
  for (const name of ['product', 'background', ...balls]) {
    const max = name in MAX ? MAX[name as keyof typeof MAX] : MAX.ball;
    expect.soft(measured.get(name), name).toBeLessThanOrEqual(max);
  }
}

const setBackground = (background: StageBackground) =>
  page.evaluate((shown) => window.harness.viewer.api.setBackground(shown), background);

test.each([
  ['#c9cdd2', FROM_THE_FRONT],
  ['#1e1e1e', FROM_THE_FRONT],
  ['#b05020', FROM_THE_LEFT],
] as const)('on %s plaster, metal and lacquer look on the stage as in the picture', async (colour, from) => {
  await look(from);
  await setBackground({ kind: 'colour', colour });
  mustAgree(await both({ background: { kind: 'colour', colour } }));
});

test.each([
  ['a picture', 1],
  ['one that is blurred', 0.3],
])('so they do before %s, in the brighter light of a seed', async (_name, fidelity) => {
  const image = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#3a5f8a' },
  })
    .composite([{ input: { create: { width: 64, height: 24, channels: 3, background: '#e8c9a0' } } }])
    .png()
    .toBuffer();
  await look(FROM_THE_FRONT);
  await page.evaluate(
    async ([bytes, kept]) => {
      const { api } = window.harness.viewer;
      await api.setBackground({
        kind: 'image',
        image: window.harness.blob(bytes, 'image/png'),
        fidelity: kept,
      });
      await api.setLighting({ lighting: 'render', creativity: 0.5, seed: 42, rig: null });
    },
    [base64(image), fidelity] as const,
  );
  const { scene } = createSpec(nameFile(glb).hash);
  const pictures = await both(
    {
      background: { kind: 'image', imageHash: nameFile(image).hash, name: 'wall', fidelity } as never,
      scene: { ...scene, lighting: 'render' },
      creativity: 0.5,
      seed: '42',
    },
    [image],
  );
  mustAgree(pictures);
  await page.evaluate(() =>
    window.harness.viewer.api.setLighting({ lighting: 'studio', creativity: 0, seed: 0, rig: null }),
  );
});

const PLACING = { rotationDegrees: 0, stops: 0, isSeen: false, blur: 0 } as const;
/** A warm window on the left of a cool room, once around. */
const ROOM_PX = { widthPx: 64, heightPx: 32 };
const ROOM = encodeRgbe({
  ...ROOM_PX,
  rgb: Float32Array.from({ length: 64 * 32 * 3 }, (_, at) => {
    const [k, x, y] = [at % 3, Math.floor(at / 3) % 64, Math.floor(at / 192)];
    const isWindow = x > 12 && x < 20 && y > 8 && y < 16;
    return isWindow ? ([14, 11, 8][k] ?? 0) : ([0.5, 0.6, 0.8][k] ?? 0) * (1.1 - y / 40);
  }),
});

test.each<[string, Environment, string]>([
  ['a room', { kind: 'preset', preset: 'room', ...PLACING, isSeen: true }, '#c9cdd2'],
  ['a room out of focus', { kind: 'preset', preset: 'room', ...PLACING, isSeen: true, blur: 0.4 }, '#1e1e1e'],
  ['a grey day that is not seen', { kind: 'preset', preset: 'overcast', ...PLACING }, '#c9cdd2'],
  [
    'a sky without its sun',
    {
      kind: 'sky',
      elevationDegrees: 40,
      haze: 3,
      hasSun: false,
      sunDegrees: 1,
      ...PLACING,
      isSeen: true,
      rotationDegrees: 60,
    },
    '#c9cdd2',
  ],
  [
    'a picture of the own, turned',
    {
      kind: 'picture',
      imageHash: 'f'.repeat(64) as never,
      name: 'x',
      ...PLACING,
      isSeen: true,
      rotationDegrees: -70,
    },
    '#c9cdd2',
  ],
])('in surroundings they look on the stage as in the picture: %s', async (_name, told, colour) => {
  const { widthPx: width, heightPx: height } = ROOM_PX;
  const png = await sharp(ROOM, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const environment = told.kind === 'picture' ? { ...told, imageHash: nameFile(png).hash } : told;
  await look(FROM_THE_FRONT);
  await setBackground({ kind: 'colour', colour });
  await page.evaluate(
    ([shown, bytes, size]) =>
      window.harness.viewer.api.setEnvironment({
        environment: shown,
        picture: shown.kind === 'picture' ? { ...size, rgba: Uint8Array.from(bytes) } : null,
      }),
    [environment, [...ROOM], ROOM_PX] as const,
  );
  const { scene } = createSpec(nameFile(glb).hash);
  const pictures = await both({ background: { kind: 'colour', colour }, scene: { ...scene, environment } }, [
    png,
  ]);
  await page.evaluate(() => window.harness.viewer.api.setEnvironment(null));
  mustAgree(pictures);
});

/** A bright, quiet picture, and a dark, warm one with much contrast. */
const drawStyle = (back: string, front: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: back } })
    .composite([
      { input: { create: { width: 60, height: 30, channels: 3, background: front } }, left: 0, top: 15 },
    ])
    .png()
    .toBuffer();

test.each([
  ['catalogue', '#e9eaec', '#c5c8cd', '#3f4349', 0.5],
  ['dusk', '#20140c', '#e08a40', '#c9cdd2', 1],
] as const)(
  'in a style they look on the stage as in the picture: %s',
  async (_name, back, front, colour, strength) => {
    const style = await drawStyle(back, front);
    await look(FROM_THE_FRONT);
    await setBackground({ kind: 'colour', colour });
    const wear = (share: number | null) =>
      page.evaluate(
        async ([bytes, told]) => {
          const image = window.harness.blob(bytes, 'image/png');
          await window.harness.viewer.api.setStyle(told === null ? null : { image, strength: told });
        },
        [base64(style), share] as const,
      );
    const before = await captureOf(page, ['snapshot'], PARITY_PX);
    await wear(strength);
    const changes = { style: { imageHash: nameFile(style).hash, name: 'style', strength } as never };
    mustAgree(await both({ background: { kind: 'colour', colour }, ...changes }, [style]));
    await wear(null);
    const after = await captureOf(page, ['snapshot'], PARITY_PX);
    if (before.snapshot === null || after.snapshot === null) throw new Error('nothing was drawn');
    expect(differencesOf(before.snapshot, after.snapshot, () => true).at(-1)).toBe(0);
  },
);

test.each([
  ['neutral', 1.3],
  ['agx', 1.2],
] as const)('%s at an exposure of %f looks on the stage as in the picture', async (toneMapping, exposure) => {
  const colour = '#c9cdd2';
  await look(FROM_THE_FRONT);
  await setBackground({ kind: 'colour', colour });
  const set = (told: readonly ['neutral' | 'agx', number]) =>
    page.evaluate(([map, value]) => window.harness.viewer.api.setToneMapping(map, value), told);
  await set([toneMapping, exposure]);
  const { scene } = createSpec(nameFile(glb).hash);
  mustAgree(
    await both({ background: { kind: 'colour', colour }, scene: { ...scene, toneMapping, exposure } }),
  );
  await set(['neutral', 0.6]);
});

const setFloor = (floor: FloorSettings) =>
  page.evaluate((settings) => window.harness.viewer.api.setFloor(settings), floor);
const onFloor = async (floor: FloorSettings) => {
  await setFloor(floor);
  const { scene } = createSpec(nameFile(glb).hash);
  const background = { kind: 'colour', colour: '#808080' } as const;
  return both({ scene: { ...scene, floor }, background });
};

test('a floor ends the product in the picture, on the stage and in its masks', async () => {
  await look(FROM_THE_FRONT);
  await setBackground({ kind: 'colour', colour: '#808080' });
  const covered = ({ ids }: { readonly ids: Pixels | null }): number => {
    let count = 0;
    for (let y = 0; y < PARITY_PX; y++)
      for (let x = 0; x < PARITY_PX; x++) if ((ids?.at(x, y)[0] ?? 0) > 0) count++;
    return count;
  };
  const whole = covered(await onFloor(FLOOR_BEFORE));
  // Through the middle of the balls: a little less than half is seen of them from above.
  const cut = await onFloor({ ...FLOOR_BEFORE, offset: RADIUS * SCALE });
  expect(covered(cut) / whole).toBeGreaterThan(0.5);
  expect(covered(cut) / whole).toBeLessThan(0.8);
  mustAgree(cut);
});

test('its gloss mirrors the product, and its own colour lights it from below, on the stage as in the picture', async () => {
  await look(FROM_THE_FRONT);
  await setBackground({ kind: 'colour', colour: '#808080' });
  const matt = await onFloor({ ...FLOOR_BEFORE, gloss: 0 });
  const glossy = await onFloor({ ...FLOOR_BEFORE, gloss: 1, roughness: 0.05 });
  const red = await onFloor({ ...FLOOR_BEFORE, colour: '#ff0000' });
  mustAgree(glossy);
  mustAgree(red);
  /** Mean of red over blue of some pixels. */
  const warmth = (pixels: Pixels | null, chosen: (x: number, y: number) => boolean): number => {
    let [r, b] = [0, 0];
    for (let y = 0; y < PARITY_PX; y++)
      for (let x = 0; x < PARITY_PX; x++) {
        if (!chosen(x, y)) continue;
        r += pixels?.at(x, y)[0] ?? 0;
        b += pixels?.at(x, y)[2] ?? 0;
      }
    return r / b;
  };
  // Under the second ball, which is red, the floor is seen; the first one is grey.
  const isIn =
    ({ ids }: typeof matt, id: number) =>
    (x: number, y: number) =>
      ids?.at(x, y)[0] === id;
  const isBelow = (pictures: typeof matt) => (x: number, y: number) =>
    pictures.ids?.at(x, y)[0] === 0 &&
    [2, 3, 5].some((up) => pictures.ids?.at(x, Math.max(0, y - up))[0] === 3);
  for (const kind of ['snapshot', 'picture'] as const) {
    expect(warmth(glossy[kind], isBelow(glossy))).toBeGreaterThan(warmth(matt[kind], isBelow(matt)) * 1.01);
    expect(warmth(red[kind], isIn(red, 2))).toBeGreaterThan(warmth(matt[kind], isIn(matt, 2)) * 1.02);
  }
  await setFloor(FLOOR_BEFORE);
});

test('glass is as deep on the stage as in its file, whatever the size it is drawn at', async () => {
  const shoot = async (radius: number, scale: number) => {
    const model = await makeBalls(['green glass', 'grey plaster'], radius);
    await page.evaluate(
      ([bytes, by]) =>
        window.harness.show(bytes, { normalisation: [by, 0, 0, 0, 0, by, 0, 0, 0, 0, by, 0, 0, 0, 0, 1] }),
      [base64(model), scale] as const,
    );
    return (await captureOf(page, ['snapshot'], PARITY_PX)).snapshot;
  };
  await look(FROM_THE_FRONT);
  await setBackground({ kind: 'colour', colour: '#c9cdd2' });
  const [metres, centimetres] = [await shoot(2, 1), await shoot(0.02, 100)];
  if (metres === null || centimetres === null) throw new Error('nothing was drawn');
  expect(differenceOf(metres, centimetres, 3)).toBe(0);
});

test('rough clay, paper and wax let and give back as much light on the stage as in the picture', async () => {
  const balls = ['rough clay', 'paper', 'wax', 'grey plaster'] as const;
  glb = await makeBalls(balls, RADIUS);
  await page.evaluate(
    ([model, normalisation]) => window.harness.show(model, { normalisation: [...normalisation] }),
    [base64(glb), NORMALISATION] as const,
  );
  for (const [colour, from] of [
    ['#c9cdd2', FROM_THE_FRONT],
    ['#1e1e1e', FROM_THE_LEFT],
  ] as const) {
    await look(from);
    await setBackground({ kind: 'colour', colour });
    mustAgree(await both({ background: { kind: 'colour', colour } }), balls);
  }
});

test('what comes through a sheet follows its maps, by whichever set of coordinates', async () => {
  const { document, primitive } = createSquare();
  const map = async (name: string, right: readonly number[]) => {
    const rgba = Uint8Array.from(
      Array.from({ length: 64 }, (_, i) => (i % 8 < 4 ? [255, 255, 255, 255] : right)).flat(),
    );
    const image = await sharp(rgba, { raw: { width: 8, height: 8, channels: 4 } })
      .png()
      .toBuffer();
    return document.createTexture(name).setImage(image).setMimeType('image/png');
  };
  const leaf = document
    .createExtension(KHRMaterialsDiffuseTransmission)
    .createDiffuseTransmission()
    .setDiffuseTransmissionFactor(1)
    .setDiffuseTransmissionTexture(await map('share', [255, 255, 255, 32]))
    .setDiffuseTransmissionColorTexture(await map('colour', [255, 0, 0, 255]));
  leaf.getDiffuseTransmissionColorTextureInfo()?.setTexCoord(1);
  const uvs = primitive.getAttribute('TEXCOORD_0');
  if (uvs !== null) primitive.setAttribute('TEXCOORD_1', uvs.clone());
  primitive.setMaterial(
    document
      .createMaterial('leaf')
      .setBaseColorFactor([0, 0, 0, 1])
      .setMetallicFactor(0)
      .setRoughnessFactor(1)
      .setDoubleSided(true)
      .setExtension('KHR_materials_diffuse_transmission', leaf),
  );
  await page.evaluate((model) => window.harness.show(model), base64(await writeGlb(document)));
  await look([0, 0, 6]);
  const { snapshot } = await captureOf(page, ['snapshot'], PARITY_PX);
  const [left, right] = [
    snapshot?.at(PARITY_PX * 0.42, PARITY_PX / 2),
    snapshot?.at(PARITY_PX * 0.58, PARITY_PX / 2),
  ] as const;
  // White comes through on the left; an eighth, and red alone, on the right.
  expect((left?.[1] ?? 0) / (left?.[0] ?? 1)).toBeGreaterThan(0.8);
  expect((right?.[1] ?? 0) / (right?.[0] ?? 1)).toBeLessThan(0.6);
  expect(right?.[0] ?? 0).toBeLessThan(0.7 * (left?.[0] ?? 0));
});
