import { Document } from '@gltf-transform/core';
import { BoxGeometry, PlaneGeometry } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FLOOR_BEFORE } from '../../src/contract/scene/floor-defaults.ts';
import { makeBoxes } from '../support/box-model.ts';
import { differencesOf } from '../support/compare-pictures.ts';
import {
  bothOf,
  isProductAt,
  openParity,
  PARITY_PX,
  type Parity,
  shareOf,
  showFrom,
  stageOf,
} from '../support/parity.ts';
import { addShape, writeGlb } from '../support/tiny-model.ts';
import { traceAsStaged } from '../support/trace-as-staged.ts';

/** CIEDE2000: the product's median, and what nine of ten of its pixels keep; as if all of it saw all of the sky, up to 26 and 33. */
const MAX = { median: 4, most: 10 };
/** Of what light reaches through backs: Studio lacks what scattered rays would have found of it. As if nothing came through, 16. */
const MAX_THROUGH = { median: 7, most: 11 };

const COLOUR = '#c9cdd2';
/** Sixty degrees about x: a bin that is open to the camera. */
const TURNED = [1, 0, 0, 0, 0, 0.5, 0.866025, 0, 0, -0.866025, 0.5, 0, 0, 0, 0, 1] as const;

type Triple = readonly [number, number, number];

const boxesOf = (boxes: readonly (readonly [size: Triple, centre: Triple])[], grey: number) =>
  makeBoxes(boxes.map(([size, centre]) => ({ size, centre, colour: [grey, grey, grey, 1] })));

const WALLS: readonly (readonly [Triple, Triple])[] = [
  [
    [6, 0.3, 6],
    [0, -2.85, 0],
  ],
  [
    [0.3, 6, 6],
    [-2.85, 0, 0],
  ],
  [
    [0.3, 6, 6],
    [2.85, 0, 0],
  ],
  [
    [6, 6, 0.3],
    [0, 0, -2.85],
  ],
  [
    [6, 6, 0.3],
    [0, 0, 2.85],
  ],
];
/** Open towards the camera, which looks at the undersides of its boards. */
const SHELF: readonly (readonly [Triple, Triple])[] = [
  [
    [0.3, 9, 3],
    [-3, 0, 0],
  ],
  [
    [0.3, 9, 3],
    [3, 0, 0],
  ],
  [
    [6, 9, 0.2],
    [0, 0, -1.5],
  ],
  ...[-4.3, -1.5, 1.5, 4.3].map(
    (y) =>
      [
        [6, 0.3, 3],
        [0, y, 0],
      ] as const,
  ),
];

const DEEP: readonly (readonly [Triple, Triple])[] = [
  [
    [4, 4, 0.4],
    [0, 0, -3],
  ],
  [
    [0.4, 4, 6],
    [-1.8, 0, 0],
  ],
  [
    [0.4, 4, 6],
    [1.8, 0, 0],
  ],
  [
    [4, 0.4, 6],
    [0, -1.8, 0],
  ],
  [
    [4, 0.4, 6],
    [0, 1.8, 0],
  ],
];
/** A room without a ceiling, each of its sides one that is seen from inside alone, and a table in it. */
async function makeRoom(grey: number): Promise<Uint8Array> {
  const document = new Document();
  const side = () => new PlaneGeometry(6, 6);
  const shapes = {
    ground: side()
      .rotateX(-Math.PI / 2)
      .translate(0, -3, 0),
    back: side().translate(0, 0, -3),
    left: side()
      .rotateY(Math.PI / 2)
      .translate(-3, 0, 0),
    right: side()
      .rotateY(-Math.PI / 2)
      .translate(3, 0, 0),
    front: side().rotateY(Math.PI).translate(0, 0, 3),
    table: new BoxGeometry(3, 0.3, 3).translate(0, -1.5, 0),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    addShape(document, name, shape)
      .material.setBaseColorFactor([grey, grey, grey, 1])
      .setMetallicFactor(0)
      .setRoughnessFactor(1);
  }
  return writeGlb(document);
}

let parity: Parity;
beforeAll(async () => {
  parity = await openParity(COLOUR);
});
afterAll(() => parity.tests.close());

describe('what a product keeps from itself of the sky', () => {
  test.each([
    ['a dark bin from above', WALLS, 0.15, [0, 17, 12]],
    ['a white bin from above', WALLS, 0.7, [5, 17, 10]],
    ['a deep dark bin', DEEP, 0.15, [0, 0, 14]],
    ['a deep light bin', DEEP, 0.6, [0, 0, 14]],
    ['a grey shelf from below', SHELF, 0.4, [5, -1, 17]],
  ] as const)('%s', async (_name, boxes, grey, from) => {
    const pictures = await bothOf(parity, boxesOf(boxes, grey), from, { floor: FLOOR_BEFORE });
    const found = differencesOf(pictures.stage, pictures.picture, isProductAt(pictures));
    expect.soft(shareOf(found, 0.5), 'median').toBeLessThanOrEqual(MAX.median);
    expect.soft(shareOf(found, 0.9), 'most').toBeLessThanOrEqual(MAX.most);
  });

  test('light falls through the walls of a room that are seen from inside alone', async () => {
    const pictures = await bothOf(parity, await makeRoom(0.4), [0, 3, 17], { floor: FLOOR_BEFORE });
    const found = differencesOf(pictures.stage, pictures.picture, isProductAt(pictures));
    expect.soft(shareOf(found, 0.5), 'median').toBeLessThanOrEqual(MAX_THROUGH.median);
    expect.soft(shareOf(found, 0.9), 'most').toBeLessThanOrEqual(MAX_THROUGH.most);
  });

  test('it goes along with what is turned', async () => {
    const glb = boxesOf(WALLS, 0.4);
    await showFrom(parity, glb, [0, 4, 18]);
    await parity.page.evaluate(
      (matrix) => window.harness.viewer.api.setModelTransform(matrix, 60),
      [...TURNED],
    );
    const staged = await stageOf(parity, { floor: FLOOR_BEFORE });
    const background = { kind: 'colour', colour: COLOUR } as const;
    const scene = { floor: FLOOR_BEFORE, modelTransform: [...TURNED] };
    const picture = await traceAsStaged(parity.page, glb, PARITY_PX, { background, scene });
    const found = differencesOf(staged.stage, picture, isProductAt(staged));
    expect(shareOf(found, 0.5)).toBeLessThanOrEqual(MAX.median);
  });
});
