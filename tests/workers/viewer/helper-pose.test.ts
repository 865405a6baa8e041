import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { frameShares } from '../../../src/contract/camera/picture-frame.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import type { HelperView } from '../../../src/contract/stage.ts';
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
  expect(at('front', plate(32))).toEqual([0, 0, 48]);
  expect(at('left', SMALL)).toEqual([-4, 1, 1]);
  expect(at('isometric', plate(10))).toEqual([12, 12, 12]);
});

test.each<[HelperView, number, number]>([
  ['front', 45, 1],
  ['front', 45, 16 / 9],
  ['front', 8, 1],
  ['isometric', 45, 2 / 3],
  ['top', 20, 3 / 2],
])(
  '%s of a deep product leaves room around it, through a lens of %f degrees and at a ratio of %f',
  (view, fovDegrees, aspect) => {
    const cube = new Box3(new Vector3(-5, -5, -5), new Vector3(5, 5, 5));
    const pose = helperPose(view, cube, { ...FROM, fovDegrees }, aspect);
    const { x, y } = farthestCorner(cube, pose);
    const frame = frameShares(aspect, 1);
    expect(Math.max(x / frame.x, y / frame.y)).toBeLessThan(0.9);
    expect(pose.up).toEqual([0, 1, 0]);
    expect(pose.fovDegrees).toBe(fovDegrees);
  },
);

test('far beyond the limits of its distance a product is seen whole as well', () => {
  const { x, y } = farthestCorner(plate(60), helperPose('front', plate(60), FROM, 1));
  expect(Math.max(x, y)).toBeLessThan(0.9);
});

/** How near the edges of the stage a box comes, 1 at them. */
function farthestCorner(box: Box3, pose: CameraPose): { x: number; y: number } {
  const camera = new PerspectiveCamera(pose.fovDegrees, 1, 0.01, 1_000);
  camera.position.fromArray(pose.position);
  camera.up.fromArray(pose.up);
  camera.lookAt(new Vector3(...pose.target));
  camera.updateMatrixWorld();
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).project(camera),
  );
  return {
    x: Math.max(...places.map((place) => Math.abs(place.x))),
    y: Math.max(...places.map((place) => Math.abs(place.y))),
  };
}

test('the move slows down towards its end', () => {
  expect([0, 0.5, 1].map(easeOutCubic)).toEqual([0, 0.875, 1]);
});
