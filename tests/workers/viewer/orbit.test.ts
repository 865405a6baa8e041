import { Matrix4, Quaternion, Vector3, type Vector3Tuple } from 'three';
import { expect, test } from 'vitest';
import { Orbit } from '../../../src/workers/viewer/orbit.ts';

function open(): Orbit {
  const orbit = new Orbit();
  orbit.setPose({ position: [0, 0, 10], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 90 });
  return orbit;
}

function settle(orbit: Orbit): void {
  for (let frame = 0; frame < 2_000 && orbit.update(1 / 60); frame++);
}

test('a drag turns by 0.01 radian a pixel and glides to rest', () => {
  const orbit = open();
  orbit.rotate(100, 0);
  expect(orbit.position.x).toBe(0);
  settle(orbit);
  expect(Math.atan2(orbit.position.x, orbit.position.z)).toBeCloseTo(-1, 2);
  expect(orbit.position.length()).toBeCloseTo(10, 6);
  expect(orbit.update(1 / 60)).toBe(false);
});

test('never passes over the pole', () => {
  const orbit = open();
  orbit.rotate(0, 5_000);
  settle(orbit);
  expect(orbit.position.y).toBeGreaterThan(9.99);
  expect(Math.abs(orbit.position.z)).toBeGreaterThan(0);
});

test('panning keeps the point under the pointer', () => {
  const orbit = open();
  // At 90 degrees and a distance of 10 the stage is 20 units high.
  orbit.pan(50, 0, 100);
  settle(orbit);
  expect(orbit.target.x).toBeCloseTo(-10, 1);
  expect(orbit.position.x).toBeCloseTo(orbit.target.x, 6);
});

test('one notch of the wheel is a factor of 1.2, within the limits', () => {
  const orbit = open();
  orbit.wheel(1);
  expect(orbit.position.length()).toBeCloseTo(12, 6);
  orbit.maxDistance = 13;
  orbit.minDistance = 11;
  orbit.wheel(10);
  expect(orbit.position.length()).toBeCloseTo(13, 6);
  orbit.zoom(0.001);
  expect(orbit.position.length()).toBeCloseTo(11, 6);
  orbit.zoom(Number.NaN);
  orbit.zoom(0);
  expect(orbit.position.length()).toBeCloseTo(11, 6);
});

test('circles around its own up axis', () => {
  const orbit = new Orbit();
  orbit.setPose({ position: [0, 10, 0], target: [0, 0, 0], up: [1, 0, 0], fovDegrees: 45 });
  orbit.turn(Math.PI / 2, 0);
  settle(orbit);
  expect(orbit.position.x).toBeCloseTo(0, 1);
  expect(Math.abs(orbit.position.z)).toBeCloseTo(10, 0);
});

test.each([
  ['an empty stage', null, 0.1, 1_000],
  ['a product of 10', 10, 1, 100],
  ['a product of unknown size', 0, 0.5, 100],
])('distances for %s', (_name, size, min, max) => {
  const orbit = open();
  orbit.limitDistance(size);
  expect([orbit.minDistance, orbit.maxDistance]).toEqual([min, max]);
});

/** Looking straight down with the top of the picture towards +X. */
const DOWN = new Quaternion().setFromRotationMatrix(
  new Matrix4().lookAt(new Vector3(0, 10, 0), new Vector3(), new Vector3(1, 0, 0)),
);

test('straight above, the picture keeps its own up', () => {
  const orbit = new Orbit();
  const pose = { position: [0, 10, 0], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 45 } as const;
  orbit.setPose({
    ...pose,
    position: [...pose.position],
    target: [...pose.target],
    up: [...pose.up],
    quaternion: DOWN.toArray() as [number, number, number, number],
  });
  const seen = new Quaternion().setFromRotationMatrix(
    new Matrix4().lookAt(orbit.position, orbit.target, orbit.up),
  );
  expect(seen.angleTo(DOWN)).toBeLessThan(0.01);
  orbit.turn(0, 0.5);
  settle(orbit);
  expect(orbit.position.x).toBeLessThan(-4);
  expect(orbit.position.z).toBeCloseTo(0, 2);
});

test('poses without a direction, without an up, or on the pole without a quaternion can still be turned', () => {
  const high: Vector3Tuple = [0, 1, 0];
  for (const [up, ...position] of [
    [high, 0, 0, 0],
    [high, 0, 5, 0],
    [high, 0, -5, 0],
    [[0, 0, 0], 0, 0, 5],
    [[0, 0, 1], 0, 0, 5],
  ] as const) {
    const orbit = new Orbit();
    orbit.setPose({ position: [...position], target: [0, 0, 0], up: [...up], fovDegrees: 45 });
    orbit.turn(1, 0.5);
    orbit.pan(10, 10, 100);
    settle(orbit);
    const numbers = [...orbit.position.toArray(), ...orbit.target.toArray()];
    expect(numbers.every(Number.isFinite)).toBe(true);
    expect(orbit.position.distanceTo(orbit.target)).toBeGreaterThan(0.05);
  }
});

test('a glide takes as long on a display of 120 Hz', () => {
  const at60 = open();
  const at120 = open();
  for (const orbit of [at60, at120]) orbit.rotate(100, 0);
  for (let frame = 0; frame < 20; frame++) at60.update(1 / 60);
  for (let frame = 0; frame < 40; frame++) at120.update(1 / 120);
  expect(at120.position.x).toBeCloseTo(at60.position.x, 6);
});

test('a turntable keeps height and distance', () => {
  const orbit = new Orbit();
  orbit.setPose({ position: [3, 4, 0], target: [0, 1, 0], up: [0, 1, 0], fovDegrees: 45 });
  orbit.spin(Math.PI / 2);
  expect(orbit.position.distanceTo(new Vector3(0, 4, -3))).toBeLessThan(1e-6);
});

/** Where a point is on the picture, in sides of the stage's square from its middle. */
function see(orbit: Orbit, point: Vector3): [number, number] {
  const toEye = new Matrix4()
    .lookAt(orbit.position, orbit.target, orbit.up)
    .setPosition(orbit.position)
    .invert();
  const { x, y, z } = point.clone().applyMatrix4(toEye);
  const side = 2 * -z * Math.tan((orbit.fovDegrees * Math.PI) / 360);
  const [shiftX, shiftY] = orbit.optics.shift ?? [0, 0];
  return [x / side - shiftX, y / side - shiftY];
}

test('through a shifted lens zooming holds what is in the middle of the picture', () => {
  const orbit = new Orbit();
  orbit.setPose({
    position: [3, 4, 10],
    target: [0, 0, 0],
    up: [0, 1, 0],
    fovDegrees: 60,
    shift: [0.4, -0.3],
  });
  const back = orbit.position.clone().normalize();
  const right = new Vector3(0, 1, 0).cross(back).normalize();
  const side = 2 * orbit.position.length() * Math.tan(Math.PI / 6);
  const held = right
    .clone()
    .multiplyScalar(0.4 * side)
    .addScaledVector(back.clone().cross(right), -0.3 * side);
  expect(see(orbit, held)[0]).toBeCloseTo(0, 9);
  orbit.zoom(0.5);
  for (const share of see(orbit, held)) expect(share).toBeCloseTo(0, 9);
  orbit.wheel(3);
  for (const share of see(orbit, held)) expect(share).toBeCloseTo(0, 9);
});

test('a rolled camera circles around the vertical, keeps its roll, and follows the pointer', () => {
  const orbit = new Orbit();
  const angle = Math.PI / 6;
  const pose = { position: [0, 0, 10], target: [0, 0, 0], fovDegrees: 45 } as const;
  const start = { ...pose, position: [...pose.position] as Vector3Tuple, target: [0, 0, 0] as Vector3Tuple };
  orbit.setPose({ ...start, up: [Math.sin(angle), Math.cos(angle), 0] });
  expect(orbit.up.toArray()).toEqual([Math.sin(angle), Math.cos(angle), 0]);
  const seen = new Vector3(0, 0, 1);
  orbit.rotate(60, 0);
  settle(orbit);
  expect(Math.hypot(...see(orbit, seen))).toBeGreaterThan(0.05);
  // What faces the camera goes along with the pointer: to the right of the picture.
  expect(see(orbit, seen)[0]).toBeGreaterThan(5 * Math.abs(see(orbit, seen)[1]));
  orbit.turn(1, 0.3);
  settle(orbit);
  const back = orbit.position.clone().normalize();
  const right = new Vector3(0, 1, 0).cross(back).normalize();
  expect(Math.atan2(orbit.up.dot(right), orbit.up.dot(back.cross(right)))).toBeCloseTo(angle, 6);
  const before = orbit.position.y;
  orbit.spin(0.7);
  expect(orbit.position.y).toBeCloseTo(before, 9);
  // Level again it is as it ever was.
  orbit.setPose({ ...start, up: [0, 1, 0] });
  orbit.rotate(100, 0);
  settle(orbit);
  expect(orbit.up.toArray()).toEqual([0, 1, 0]);
});
