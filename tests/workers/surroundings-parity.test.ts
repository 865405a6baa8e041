import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Environment } from '../../src/contract/scene/environment.ts';
import type { FloorSettings } from '../../src/contract/scene/floor.ts';
import { CYCLORAMA_DEFAULT, FLOOR_BEFORE } from '../../src/contract/scene/floor-defaults.ts';
import { encodeRgbe } from '../../src/tracer/environment/rgbe.ts';
import { makeBoxes } from '../support/box-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import {
  type Both,
  bothOf,
  isAroundAt,
  isProductAt,
  openParity,
  PARITY_PX,
  type Parity,
  shadowOf,
  shareOf,
} from '../support/parity.ts';
import { nameFile } from '../support/trace-host.ts';

const BACKGROUND = '#c0c0c0';
/** CIEDE2000: medians of what is behind the product and of the product, what nine of ten pixels keep, and the median in shadow. */
const MAX = { around: 2, aroundMost: 4, product: 4, productMost: 6, shadow: 6 };
/** What walls keep from each other of the light that comes from all sides the stage does not know; without their shadows it was 28 and 31. */
const INSIDE_MOST = 23;
/** Of the pixels that are in shadow in either, the share that is in both. */
const LEAST_IN_BOTH = 0.85;
const PLACING = { rotationDegrees: 0, stops: 0, isSeen: false, blur: 0 } as const;
const MAP_PX = { widthPx: 256, heightPx: 128 };

/** Where one stands: degrees from -Z to +X, above the horizon, across; and its radiance. */
type Lamp = readonly [azimuth: number, elevation: number, degrees: number, radiance: number];
/** A dark studio in which two lamps shine, and something large and dim. */
const STUDIO: readonly Lamp[] = [
  [-115, 42, 9, 900],
  [110, 33, 12, 250],
  [165, 25, 40, 4],
];

/** A panorama of lamps, as a person's own file has it. */
function drawLamps(lamps: readonly Lamp[]): Uint8Array {
  const { widthPx, heightPx } = MAP_PX;
  const towards = (azimuth: number, elevation: number) => {
    const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
    return [Math.cos(e) * Math.sin(a), Math.sin(e), -Math.cos(e) * Math.cos(a)] as const;
  };
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let at = 0; at < widthPx * heightPx; at++) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const here = towards(((x + 0.5) / widthPx) * 360 - 180, 90 - ((y + 0.5) / heightPx) * 180);
    let light = 0.3;
    for (const [azimuth, elevation, degrees, radiance] of lamps) {
      const there = towards(azimuth, elevation);
      const cosine = here[0] * there[0] + here[1] * there[1] + here[2] * there[2];
      if (cosine > Math.cos((degrees * Math.PI) / 360)) light += radiance;
    }
    rgb.fill(light, at * 3, at * 3 + 3);
  }
  return encodeRgbe({ ...MAP_PX, rgb });
}

const BLOCK = makeBoxes([{ size: [5, 7, 5], centre: [0, 0, 0], colour: [0.5, 0.5, 0.5, 1] }]);
/** A bin without a lid: into it the lamps hardly shine. */
const BIN = makeBoxes(
  [
    { size: [6, 0.4, 6] as const, centre: [0, -2.8, 0] as const },
    { size: [0.4, 6, 6] as const, centre: [-2.8, 0, 0] as const },
    { size: [0.4, 6, 6] as const, centre: [2.8, 0, 0] as const },
    { size: [6, 6, 0.4] as const, centre: [0, 0, -2.8] as const },
    { size: [6, 6, 0.4] as const, centre: [0, 0, 2.8] as const },
  ].map((box) => ({ ...box, colour: [0.2, 0.2, 0.2, 1] as const })),
);

let parity: Parity;
beforeAll(async () => {
  parity = await openParity(BACKGROUND);
});
afterAll(() => parity.tests.close());

interface Scene {
  readonly glb: Uint8Array;
  readonly lamps: readonly Lamp[];
  readonly floor: FloorSettings;
  readonly from: readonly [number, number, number];
  readonly rotationDegrees?: number;
}

/** What the stage shows of a set, and what Studio makes of it. */
async function both({ glb, lamps, floor, from, rotationDegrees = 0 }: Scene): Promise<Both> {
  const rgba = drawLamps(lamps);
  const { widthPx: width, heightPx: height } = MAP_PX;
  const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const environment: Environment = {
    kind: 'picture',
    imageHash: nameFile(png).hash,
    name: 'lamps',
    ...PLACING,
    rotationDegrees,
  };
  return bothOf(parity, glb, from, { floor, environment, panorama: { ...MAP_PX, rgba, png } });
}

function mustAgree(pictures: Both, productMost = MAX.productMost): void {
  const { stage, picture } = pictures;
  const around = differencesOf(stage, picture, isAroundAt(pictures, 2));
  const own = differencesOf(stage, picture, isProductAt(pictures));
  expect.soft(shareOf(around, 0.5), 'around').toBeLessThanOrEqual(MAX.around);
  expect.soft(shareOf(around, 0.9), 'around, most').toBeLessThanOrEqual(MAX.aroundMost);
  expect.soft(shareOf(own, 0.5), 'product').toBeLessThanOrEqual(MAX.product);
  expect.soft(shareOf(own, 0.9), 'product, most').toBeLessThanOrEqual(productMost);
}

function shadowsMustAgree(pictures: Both): void {
  const { stage, picture } = pictures;
  const isAround = isAroundAt(pictures, 2);
  const [drawn, traced] = [shadowOf(stage, isAround), shadowOf(picture, isAround)];
  const inBoth = [...drawn].filter((at) => traced.has(at)).length;
  const apart = differencesOf(stage, picture, (x, y) => traced.has(y * PARITY_PX + x));
  expect.soft(traced.size).toBeGreaterThan(100);
  expect.soft(inBoth / (drawn.size + traced.size - inBoth)).toBeGreaterThan(LEAST_IN_BOTH);
  expect.soft(shareOf(apart, 0.5), 'shadow').toBeLessThanOrEqual(MAX.shadow);
}

const SWEEP: FloorSettings = { ...FLOOR_BEFORE, cyclorama: { ...CYCLORAMA_DEFAULT, colour: '#d8c8b8' } };
const FROM_THE_FRONT = [0, 7, 22] as const;
const FROM_ABOVE = [0, 16, 14] as const;

describe('in surroundings of a few bright lamps the stage is what the picture is', () => {
  test('a cyclorama and the shadows on it', async () => {
    const pictures = await both({ glb: BLOCK, lamps: STUDIO, floor: SWEEP, from: FROM_THE_FRONT });
    mustAgree(pictures);
    shadowsMustAgree(pictures);
  });

  test('a cyclorama seen from elsewhere, with turned surroundings', async () => {
    const set = { glb: BLOCK, lamps: STUDIO, floor: SWEEP, rotationDegrees: 40 };
    mustAgree(await both({ ...set, from: [18, 6, 12] }));
  });

  test('the floor without one', async () => {
    const pictures = await both({ glb: BLOCK, lamps: STUDIO, floor: FLOOR_BEFORE, from: FROM_ABOVE });
    mustAgree(pictures);
    shadowsMustAgree(pictures);
  });

  test.each([
    ['on a cyclorama', SWEEP],
    ['on the floor', FLOOR_BEFORE],
  ])('what stands open, %s', async (_, floor) => {
    mustAgree(await both({ glb: BIN, lamps: STUDIO, floor, from: FROM_ABOVE }), INSIDE_MOST);
  });
});
