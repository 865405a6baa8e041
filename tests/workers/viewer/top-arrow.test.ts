import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { placeFoot } from '../../../src/workers/viewer/top-arrow.ts';

const BOX = new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
const UP = new Vector3(0, 1, 0);
const LENGTH = 0.11;

function lookFrom(distance: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(45, 1, 0.01, 100);
  camera.position.set(0, 0, distance);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  return camera;
}

test('the arrow stands on top of a model that leaves room for it', () => {
  expect(placeFoot(lookFrom(3), BOX, UP, LENGTH)).toEqual(new Vector3(0, 0.5, 0));
});

test('where the model fills the picture, the arrow stands as far inside it as it is seen whole', () => {
  const camera = lookFrom(1.4);
  const foot = placeFoot(camera, BOX, UP, LENGTH);
  expect(foot.y).toBeGreaterThan(0);
  expect(foot.y).toBeLessThan(0.5);
  const end = foot
    .clone()
    .addScaledVector(UP, 1.8 * LENGTH)
    .project(camera);
  expect(end.y).toBeLessThan(1);
});

test('a model that points down has its arrow below, whole, too', () => {
  const down = UP.clone().negate();
  const foot = placeFoot(lookFrom(1.4), BOX, down, LENGTH);
  expect(foot.y).toBeLessThan(0);
  expect(foot.y).toBeGreaterThan(-0.5);
});
