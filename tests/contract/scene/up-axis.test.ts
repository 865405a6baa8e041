import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { standUpright, turnToAxis, UP_AXES } from '../../../src/contract/scene/up-axis.ts';

const DEGREE = Math.PI / 180;
const TURNS = {
  Y_UP: new Matrix4(),
  Z_UP: new Matrix4().makeRotationX(90 * DEGREE),
  X_UP: new Matrix4().makeRotationZ(-90 * DEGREE),
  Y_DOWN: new Matrix4().makeRotationZ(180 * DEGREE),
  Z_DOWN: new Matrix4().makeRotationX(-90 * DEGREE),
  X_DOWN: new Matrix4().makeRotationZ(90 * DEGREE),
};
const TOPS = {
  Y_UP: [0, 1, 0],
  Z_UP: [0, 0, 1],
  X_UP: [1, 0, 0],
  Y_DOWN: [0, -1, 0],
  Z_DOWN: [0, 0, -1],
  X_DOWN: [-1, 0, 0],
} as const;

test.each(UP_AXES)('%s turns as the specification says and points the top to its axis', (axis) => {
  const turn = turnToAxis(axis);
  for (const [cell, value] of TURNS[axis].elements.entries()) expect(turn[cell]).toBeCloseTo(value, 12);
  const top = new Vector3(0, 1, 0).applyMatrix4(new Matrix4().fromArray([...turn]));
  expect(top.toArray()).toEqual(TOPS[axis].map((value) => value + 0));
});

test.each(UP_AXES)('a file made with %s stands upright again', (axis) => {
  const upright = new Matrix4().fromArray([...standUpright(axis)]);
  const top = new Vector3(...TOPS[axis]).applyMatrix4(upright);
  expect(top.distanceTo(new Vector3(0, 1, 0))).toBe(0);
  expect(upright.determinant()).toBe(1);
  expect(upright.multiply(new Matrix4().fromArray([...turnToAxis(axis)])).equals(new Matrix4())).toBe(true);
});
