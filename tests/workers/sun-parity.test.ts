import { Document } from '@gltf-transform/core';
import { KHRLightsPunctual } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { BoxGeometry, CylinderGeometry, PlaneGeometry } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../src/contract/scene/environment.ts';
import type { FileLights } from '../../src/contract/scene/file-lights.ts';
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
  type ParityScene,
  shadowOf,
  shareOf,
  stageOf,
} from '../support/parity.ts';
import { addShape, openGlb, writeGlb } from '../support/tiny-model.ts';

const COLOUR = '#c0c0c0';
/** CIEDE2000: the product's median and what nine of ten of its pixels keep; what nine of ten of the floor's keep; the median in the shadow. */
const MAX = { median: 4, most: 10, floor: 2, shadow: 6 };
/** Of the pixels that are in shadow in either, the share that is in both; 0.95 is seen. */
const LEAST_IN_BOTH = 0.85;
/** Pixels. */
const LEAST_SHADOW = 60;
const POST = makeBoxes([{ size: [0.8, 6, 0.8], centre: [0, 0, 0] }]);
/** A post that stands on a plate, and a roof over it. */
const makeGate = (grey: number) =>
  makeBoxes(
    [
      { size: [8, 0.4, 6] as const, centre: [0, -3, 0] as const },
      { size: [0.8, 6, 0.8] as const, centre: [-2, 0, 0] as const },
      { size: [4, 0.4, 1] as const, centre: [-0.4, 3.2, 0] as const },
    ].map((box) => ({ ...box, colour: [grey, grey, grey, 1] as const })),
  );
const GATE = makeGate(1);
const FROM_ABOVE = [0, 14, 14] as const;
const OFF: FileLights = { isOn: false, strength: 1 };
const ON: FileLights = { isOn: true, strength: 1 };

let parity: Parity;
beforeAll(async () => {
  parity = await openParity(COLOUR);
});
afterAll(() => parity.tests.close());

function sky(changes: Partial<Extract<Environment, { kind: 'sky' }>> = {}): Environment {
  return {
    kind: 'sky',
    elevationDegrees: 50,
    haze: 3,
    hasSun: true,
    sunDegrees: 0.53,
    rotationDegrees: -60,
    stops: 0,
    isSeen: false,
    blur: 0,
    ...changes,
  };
}

const inSky = (environment: Environment, shadowIntensity = 1): ParityScene => ({
  environment,
  shadowIntensity,
  fileLights: OFF,
});
const BY_FILE: ParityScene = { fileLights: ON };
const WITHOUT: ParityScene = { fileLights: OFF };

/** A model with two directional lights of its own, of which one is much the brighter, and stands after the other. */
async function withSuns(glb: Uint8Array): Promise<Uint8Array> {
  const document = await openGlb(glb);
  const extension = document.createExtension(KHRLightsPunctual);
  for (const [intensity, turn, down] of [
    [2, -0.9, 0.5],
    [20, 2.6, 0.95],
  ] as const) {
    // Turned about the vertical, and then looking down.
    const [s, c, S, C] = [Math.sin(turn / 2), Math.cos(turn / 2), Math.sin(-down / 2), Math.cos(-down / 2)];
    const node = document
      .createNode('sun')
      .setRotation([c * S, s * C, -s * S, c * C])
      .setExtension(
        'KHR_lights_punctual',
        extension.createLight().setType('directional').setIntensity(intensity),
      );
    document.getRoot().listScenes()[0]?.addChild(node);
  }
  return writeGlb(document);
}

function compareFloors(pictures: Both): void {
  const { stage, picture } = pictures;
  const last = PARITY_PX - 2;
  const isFree = isAroundAt(pictures, 2);
  const isFloor = (x: number, y: number): boolean => x > 1 && y > 1 && x < last && y < last && isFree(x, y);
  const [drawn, traced] = [shadowOf(stage, isFloor), shadowOf(picture, isFloor)];
  const both = [...drawn].filter((at) => traced.has(at)).length;
  expect(traced.size).toBeGreaterThan(LEAST_SHADOW);
  expect(shareOf(differencesOf(stage, picture, isFloor), 0.9)).toBeLessThanOrEqual(MAX.floor);
  const inShadow = differencesOf(stage, picture, (x, y) => traced.has(y * PARITY_PX + x));
  expect(shareOf(inShadow, 0.5)).toBeLessThanOrEqual(MAX.shadow);
  expect(both / (drawn.size + traced.size - both)).toBeGreaterThan(LEAST_IN_BOTH);
}

test.each([
  ['high', sky()],
  ['low and from the front', sky({ elevationDegrees: 25, rotationDegrees: 150 })],
  ['large and hazy', sky({ sunDegrees: 4, rotationDegrees: 60, haze: 4 })],
] as const)(
  'the shadow of a post lies on the floor of the stage where the picture has it: %s',
  async (_name, environment) => {
    compareFloors(await bothOf(parity, POST, FROM_ABOVE, inSky(environment)));
  },
);

test.each(['MASK', 'BLEND'])(
  'of what a picture cuts out of a part there is no shadow in either: %s',
  async (alphaMode) => {
    const widthPx = 64;
    // The outer quarters are not there: the same on both sides of it.
    const alphas = Uint8Array.from({ length: widthPx * 4 }, (_, at) =>
      at % 4 === 3 && Math.abs(at / widthPx - 2) > 1 ? 0 : 255,
    );
    const texture = await sharp(alphas, { raw: { width: widthPx, height: 1, channels: 4 } })
      .png()
      .toBuffer();
    const screen = makeBoxes([{ size: [4, 4, 0.1], centre: [0, 0, 0], texture, alphaMode }]);
    compareFloors(await bothOf(parity, screen, FROM_ABOVE, inSky(sky())));
  },
);

test('so does that of the brightest directional light of a file', async () => {
  compareFloors(await bothOf(parity, await withSuns(POST), FROM_ABOVE, BY_FILE));
});

test('the shadow on the floor is as strong as a person sets it', async () => {
  const pictures = await bothOf(parity, POST, FROM_ABOVE, inSky(sky(), 0.3));
  const { stage, picture } = pictures;
  const traced = shadowOf(picture, isAroundAt(pictures, 3));
  const apart = differencesOf(stage, picture, (x, y) => traced.has(y * PARITY_PX + x));
  expect(shareOf(apart, 0.5)).toBeLessThanOrEqual(MAX.floor);
});

function mustAgree(pictures: Both): void {
  const own = differencesOf(pictures.stage, pictures.picture, isProductAt(pictures));
  expect(shareOf(own, 0.5)).toBeLessThanOrEqual(MAX.median);
  expect(shareOf(own, 0.9)).toBeLessThanOrEqual(MAX.most);
}

/** Whether a scene leaves nothing of itself once there is another. */
async function mustLeaveNothing(scene: ParityScene, other: ParityScene): Promise<void> {
  const { stage: before } = await stageOf(parity, other);
  await stageOf(parity, scene);
  const { stage: after } = await stageOf(parity, other);
  expect(differencesOf(before, after, () => true).at(-1)).toBe(0);
}

test('the product throws its shadow on itself, and has none left when the sun goes', async () => {
  mustAgree(await bothOf(parity, GATE, [3, 8, 14], inSky(sky())));
  await mustLeaveNothing(inSky(sky()), inSky(sky({ hasSun: false })));
});

test('the brightest directional light of a file throws the shadow of the product on itself', async () => {
  const pictures = await bothOf(parity, await withSuns(makeGate(0.2)), [3, 8, 14], BY_FILE);
  const isProduct = isProductAt(pictures);
  // The top of the plate, on which the roof's shadow lies.
  const isPlate = (x: number, y: number): boolean =>
    y > PARITY_PX * 0.57 && y < PARITY_PX * 0.82 && isProduct(x, y);
  const [drawn, traced] = [shadowOf(pictures.stage, isPlate), shadowOf(pictures.picture, isPlate)];
  const both = [...drawn].filter((at) => traced.has(at)).length;
  expect(traced.size).toBeGreaterThan(LEAST_SHADOW);
  expect(both / (drawn.size + traced.size - both)).toBeGreaterThan(LEAST_IN_BOTH);
  mustAgree(pictures);
  await mustLeaveNothing(BY_FILE, WITHOUT);
});

const SCREENS = {
  plane: () => new PlaneGeometry(8, 6).rotateY(-Math.PI / 2).translate(2, 0.2, 0),
  // Without its ends: the sun looks into it, at the back of its far side.
  tube: () => new CylinderGeometry(2.6, 2.6, 3, 48, 1, true).translate(0, -1.3, 0),
};

/** Something that stands beside a screen of one side, whose back is turned to a sun of 50 degrees at the right. */
async function screened(kind: keyof typeof SCREENS, isDoubleSided: boolean): Promise<Uint8Array> {
  const document = new Document();
  const shapes = { table: new BoxGeometry(14, 0.4, 8).translate(-3, -3, 0), screen: SCREENS[kind]() };
  for (const [name, shape] of Object.entries(shapes)) {
    addShape(document, name, shape)
      .material.setBaseColorFactor([0.4, 0.4, 0.4, 1])
      .setMetallicFactor(0)
      .setRoughnessFactor(1)
      .setDoubleSided(name === 'screen' && isDoubleSided);
  }
  return writeGlb(document);
}

test.for([
  ['plane', false],
  ['plane', true],
  ['tube', false],
] as const)(
  'a screen keeps the sun from the product by its sides alone, as in the picture (%s, two: %s)',
  async ([kind, isDoubleSided]) => {
    const scene = inSky(sky({ rotationDegrees: 90 }));
    const pictures = await bothOf(parity, await screened(kind, isDoubleSided), [-6, 12, 12], scene);
    const isProduct = isProductAt(pictures);
    const table = (x: number, y: number): boolean => isProduct(x, y) && pictures.ids.at(x, y)[0] === 2;
    const own = differencesOf(pictures.stage, pictures.picture, table);
    expect(shareOf(own, 0.5)).toBeLessThanOrEqual(MAX.median);
    expect(shareOf(own, 0.9)).toBeLessThanOrEqual(MAX.most);
  },
);
