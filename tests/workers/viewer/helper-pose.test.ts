import { Box3, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import type { HelperView } from '../../../src/contract/viewer-api.ts';
import { easeOutCubic } from '../../../src/workers/viewer/animate-camera.ts';
import { helperPose } from '../../../src/workers/viewer/helper-pose.ts';

const FROM: CameraPose = {
  position: [1, 2, 3],
  target: [0, 0, 0],
  up: [0, 0, 1],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 45,
};
const EMPTY = new Box3();
/** 2 by 2 by 2 about (1, 1, 1), and a plate of `size` that is seen whole from close by. */
const SMALL = new Box3(new Vector3(0, 0, 0), new Vector3(2, 2, 2));
const plate = (size: number) =>
  new Box3(new Vector3(-size / 2, -size / 2, -0.01), new Vector3(size / 2, size / 2, 0.01));

const at = (view: HelperView, box: Box3) =>
  helperPose(view, box, FROM, 1).position.map((value) => Math.round(value * 10) / 10 + 0);

test.each<[HelperView, number[]]>([
  ['front', [0, 0, 15]],
  ['back', [0, 0, -15]],
  ['top', [0, 15, 0]],
  ['bottom', [0, -15, 0]],
  ['left', [-15, 0, 0]],
  ['right', [15, 0, 0]],
  ['isometric', [10, 10, 10]],
])('without a model %s stands at %o', (view, position) => {
  expect(at(view, EMPTY)).toEqual(position);
});

test('with a model it is 1.5 sizes away from its middle, between 5 and 50', () => {
  expect(at('front', plate(8))).toEqual([0, 0, 12]);
  expect(at('front', plate(2))).toEqual([0, 0, 5]);
  expect(at('front', plate(40))).toEqual([0, 0, 50]);
  expect(at('left', SMALL)).toEqual([-4, 1, 1]);
  expect(at('isometric', plate(10))).toEqual([12, 12, 12]);
});

test('a deep product is never cut off, and up is up again', () => {
  const cube = new Box3(new Vector3(-5, -5, -5), new Vector3(5, 5, 5));
  const pose = helperPose('front', cube, FROM, 1);
  const toFace = pose.position[2] - 5;
  expect(toFace * Math.tan(Math.PI / 8)).toBeGreaterThanOrEqual(5 - 1e-9);
  expect(pose.up).toEqual([0, 1, 0]);
  expect(pose.fovDegrees).toBe(45);
});

test('the move slows down towards its end', () => {
  expect([0, 0.5, 1].map(easeOutCubic)).toEqual([0, 0.875, 1]);
});
