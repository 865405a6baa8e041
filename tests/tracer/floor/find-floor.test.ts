import {
  BoxGeometry,
  type BufferGeometry,
  CatmullRomCurve3,
  CircleGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { findFloor } from '../../../src/tracer/floor/find-floor.ts';
import { soup } from '../../support/tracer-scenes.ts';

const box = (width: number, height: number, depth: number, x: number, y: number, z: number): BufferGeometry =>
  new BoxGeometry(width, height, depth).translate(x, y, z);
const leg = (x: number, z: number): BufferGeometry => box(0.3, 5, 0.3, x, 2.5, z);
/** A table of 8 by 4 on four legs, whose feet are at 0. */
const TABLE = [box(8, 0.4, 4, 0, 5.2, 0), leg(-3.7, -1.7), leg(3.7, -1.7), leg(-3.7, 1.7), leg(3.7, 1.7)];
const cable = (...points: readonly (readonly [number, number, number])[]): BufferGeometry =>
  new TubeGeometry(new CatmullRomCurve3(points.map((point) => new Vector3(...point))), 64, 0.06, 8);
const LOOP = cable([0.5, 5, 0], [1, 0, 0.2], [2, -1.5, 0.5], [3, 0.5, 0.4], [3.5, 5, 0]);
const speck = (x: number, y: number, z: number): BufferGeometry =>
  new CircleGeometry(0.01, 3).translate(x, y, z);
const bottle = [new CylinderGeometry(1, 1.2, 8, 32).translate(0, 4, 0)];
const lamp = [
  new CylinderGeometry(1, 1, 0.3, 32).translate(-4, 0.15, 0),
  box(0.2, 8, 0.2, -4, 4.3, 0),
  box(8, 0.2, 0.2, 0, 8.3, 0),
  new SphereGeometry(1.2, 24, 16).translate(4, 7.2, 0),
];

test.each<readonly [string, readonly BufferGeometry[], number]>([
  ['a box', [box(2, 4, 2, 0, 2, 0)], 0],
  ['a table', TABLE, 0],
  ['a table with a cable that hangs below its feet', [...TABLE, LOOP], 0],
  ['a table with a plug on its cable', [...TABLE, LOOP, box(0.5, 0.4, 0.4, 2, -1.6, 0.5)], 0],
  [
    'a table with two legs that are a little longer',
    [...TABLE, box(0.3, 0.06, 0.3, 3.7, -0.02, 1.7), box(0.3, 0.06, 0.3, 3.7, -0.02, -1.7)],
    -0.05,
  ],
  [
    'a ball with a cable straight down',
    [new SphereGeometry(2, 48, 32), cable([0, -1.9, 0], [0, -3, 0], [0.3, -5, 0])],
    -2,
  ],
  ['a ring that lies', [new TorusGeometry(3, 0.5, 24, 64).rotateX(Math.PI / 2)], -0.5],
  ['a ring that stands', [new TorusGeometry(3, 0.5, 24, 64)], -3.5],
  ['a box on a box', [box(4, 2, 4, 0, 1, 0), box(1, 6, 1, 0, 5, 0)], 0],
  ['a small box under a large one', [box(1, 1, 1, 0, 0.5, 0), box(5, 5, 5, 0, 3.5, 0)], 0],
  ['a bottle over a speck', [...bottle, speck(0.1, -3, 0)], 0],
  ['a bottle over a speck far away', [...bottle, speck(30, -60, 5)], 0],
  ['a bottle with a speck in its middle', [...bottle, speck(0, -0.5, 0)], 0],
  ['a ball', [new SphereGeometry(2, 48, 32)], -2],
  [
    'a ball with a cable from its back',
    [new SphereGeometry(2, 48, 32), cable([0, 0, -2], [0, -2, -3], [1, -5, -2])],
    -2,
  ],
  ['a lamp that leans out over its foot', lamp, 0],
  ['the same with a cable below its foot', [...lamp, cable([-5, 0.2, 0], [-6, -1, 0], [-7, -3, 1])], 0],
  [
    'a ball on a thin leg',
    [new SphereGeometry(2, 24, 16).translate(0, 6, 0), box(0.2, 4.2, 0.2, 0, 2.1, 0)],
    0,
  ],
  ['a cone on its tip', [new CylinderGeometry(2, 0, 4, 32).translate(0, 2, 0)], 0],
  [
    'feet of rubber under a case',
    [
      box(6, 2, 4, 0, 1.2, 0),
      ...[-2.5, 2.5].flatMap((x) => [-1.5, 1.5].map((z) => box(0.4, 0.2, 0.4, x, 0.1, z))),
    ],
    0,
  ],
])('%s stands on its own level', (_, parts, level) => {
  expect(Math.abs(findFloor(soup(parts)) - level)).toBeLessThan(0.02);
});

test('the order of triangles and the place on the stage do not matter', () => {
  const parts = [...TABLE, LOOP];
  const there = (list: readonly BufferGeometry[]) => list.map((part) => part.clone().translate(70, 3, -20));
  expect(findFloor(soup([...there(parts)].reverse()))).toBeCloseTo(3, 3);
});

test('nothing at all has no level', () => {
  expect(findFloor(soup([]))).toBe(Number.POSITIVE_INFINITY);
});
