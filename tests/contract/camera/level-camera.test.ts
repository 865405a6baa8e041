import { expect, test } from 'vitest';
import { cameraAxes } from '../../../src/contract/camera/camera-axes.ts';
import { makeUpright, rollDegrees, withRoll } from '../../../src/contract/camera/level-camera.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';
import { dot, subtract, type Vector3 } from '../../../src/contract/scene/vector3.ts';

const pose: CameraPose = {
  position: [5, 9, 12],
  target: [0, 1, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 40,
};

/** Where a point is on the picture, in sides of the square from its middle, and how deep. */
function see(camera: CameraPose, point: Vector3) {
  const { forward, right, up } = cameraAxes(camera);
  const away = subtract(point, camera.position);
  const depth = dot(away, forward);
  const side = 2 * depth * Math.tan((camera.fovDegrees * Math.PI) / 360);
  const [x, y] = camera.shift ?? [0, 0];
  return { x: dot(away, right) / side - x, y: dot(away, up) / side - y, depth };
}

test.each([0, 12.5, -90, 179])('a roll of %s degrees is read as it was set', (degrees) => {
  const rolled = withRoll(pose, degrees);
  expect(rollDegrees(rolled)).toBeCloseTo(degrees, 6);
  expect([rolled.position, rolled.target]).toEqual([pose.position, pose.target]);
});

test('a camera that is level has exactly the up of the stage', () => {
  const level = withRoll(withRoll(pose, 30), 0);
  expect(level.up).toEqual([0, 1, 0]);
  expect(rollDegrees(level)).toBe(0);
  expect(rollDegrees({ ...pose, position: [0, 9, 0], target: [0, 0, 0] })).toBe(0);
});

test('rolled to its right, a camera has the up of its picture there', () => {
  const front: CameraPose = { ...pose, position: [0, 0, 10], target: [0, 0, 0] };
  const { up } = withRoll(front, 90);
  expect(up[0]).toBeCloseTo(1, 9);
  expect(up[1]).toBeCloseTo(0, 9);
});

test('upright verticals leave the product where it was, as large, and look straight ahead', () => {
  const held: Vector3 = [1, 2, -1];
  for (const camera of [pose, { ...pose, shift: [0.2, -0.1] as [number, number] }, withRoll(pose, 8)]) {
    const upright = makeUpright(camera, held);
    if (upright === null) throw new Error('it cannot be made upright');
    expect(upright.position[1]).toBeCloseTo(upright.target[1], 9);
    expect(upright.up).toEqual([0, 1, 0]);
    expect(upright.fovDegrees).toBe(camera.fovDegrees);
    const [before, after] = [see(camera, held), see(upright, held)];
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
    expect(after.depth).toBeCloseTo(before.depth, 6);
    // A vertical edge is upright on the picture.
    const [foot, top] = [see(upright, [3, -4, 1]), see(upright, [3, 6, 1])];
    expect(foot.x).toBeCloseTo(top.x, 9);
  }
});

test('a camera that is upright already stays, and one too steep is left alone', () => {
  const ahead: CameraPose = { ...pose, position: [0, 1, 12], target: [0, 1, 0] };
  expect(makeUpright(ahead, [0, 1, 0])).toEqual({ ...ahead, quaternion: [0, 0, 0, 1] });
  expect(makeUpright({ ...pose, position: [0, 12, 0.001] }, [0, 0, 0])).toBeNull();
  expect(makeUpright({ ...pose, position: [0, 40, 4] }, [0, 0, 0])).toBeNull();
});
