import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import {
  eulerToQuaternion,
  joinTransform,
  quaternionToEuler,
  splitTransform,
} from '../../../src/contract/scene/transform-parts.ts';

type Triple = [number, number, number];
const CASES: { name: string; position: Triple; angles: Triple; scale: Triple }[] = [
  { name: 'untouched', position: [0, 0, 0], angles: [0, 0, 0], scale: [1, 1, 1] },
  { name: 'moved, turned, scaled', position: [1, -2, 3], angles: [0.3, -0.7, 2], scale: [2, 0.5, 3] },
  { name: 'half a turn', position: [0, 0, 5], angles: [Math.PI, 0, 0], scale: [1, 1, 1] },
  { name: 'a quarter about Y', position: [0, 0, 0], angles: [0.4, Math.PI / 2, 0], scale: [1, 1, 1] },
  { name: 'mirrored', position: [0, 1, 0], angles: [0.1, 0.2, 0.3], scale: [-1, 2, 1] },
];

test.each(CASES)('$name: the same numbers as in three.js, there and back', ({ position, angles, scale }) => {
  const quaternion = eulerToQuaternion(angles);
  const theirs = new Quaternion().setFromEuler(new Euler(...angles));
  expect(new Quaternion(...quaternion).angleTo(theirs)).toBeLessThan(1e-7);

  const matrix = joinTransform({ position, quaternion, scale });
  const wanted = new Matrix4().compose(new Vector3(...position), theirs, new Vector3(...scale));
  for (const [cell, value] of matrix.entries()) expect(value).toBeCloseTo(wanted.elements[cell]!, 12);

  const parts = splitTransform(matrix);
  expect(parts.position).toEqual(position);
  for (const [axis, value] of parts.scale.entries()) expect(value).toBeCloseTo(scale[axis]!, 12);
  expect(new Quaternion(...parts.quaternion).angleTo(theirs)).toBeLessThan(1e-7);
  const again = new Quaternion(...eulerToQuaternion(quaternionToEuler(parts.quaternion)));
  expect(again.angleTo(theirs)).toBeLessThan(1e-6);
});

test('a model scaled to nothing along an axis has parts without NaN', () => {
  const flat = joinTransform({ position: [1, 2, 3], quaternion: [0, 0, 0, 1], scale: [1, 0, 1] });
  expect(splitTransform(flat)).toEqual({ position: [1, 2, 3], quaternion: [0, 0, 0, 1], scale: [1, 0, 1] });
});
