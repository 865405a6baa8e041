import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { frameFovDegrees } from '../../../src/contract/camera/picture-frame.ts';
import { fitCamera } from '../../../src/workers/viewer/fit-camera.ts';

const UP = new Vector3(0, 1, 0);

test('every corner of the box is in the picture, with a margin, and close to its edge', () => {
  const box = new Box3(new Vector3(-5, -1, -2), new Vector3(5, 3, 2));
  for (const [direction, aspect] of [
    [new Vector3(0, 0, 1), 1],
    [new Vector3(1, 0.4, 0.6), 1],
    [new Vector3(-1, 0.2, 0.1), 0.5],
    [new Vector3(0.2, 1, 0.1), 2],
  ] as const) {
    const { position, target } = fitCamera(box, direction, UP, 45, aspect);
    const camera = new PerspectiveCamera(frameFovDegrees(45, aspect, 1), aspect, 0.01, 1_000);
    camera.position.copy(position);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    const reach = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
      const pick = (bit: number, axis: 'x' | 'y' | 'z') => (corner & bit ? box.max : box.min)[axis];
      const point = new Vector3(pick(1, 'x'), pick(2, 'y'), pick(4, 'z')).project(camera);
      return Math.max(Math.abs(point.x), Math.abs(point.y));
    });
    expect(Math.max(...reach)).toBeLessThan(0.85);
    expect(Math.max(...reach)).toBeGreaterThan(0.6);
  }
});

test('the distance is 5 sizes at most', () => {
  const box = new Box3(new Vector3(-5, -5, -5), new Vector3(5, 5, 5));
  const { position } = fitCamera(box, new Vector3(0, 0, 1), UP, 2, 1);
  expect(position.length()).toBeCloseTo(50, 6);
});
