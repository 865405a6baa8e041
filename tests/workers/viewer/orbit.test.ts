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
  orbit.wheel(100);
  expect(orbit.position.length()).toBeCloseTo(12, 6);
  orbit.maxDistance = 13;
  orbit.minDistance = 11;
  orbit.wheel(1_000);
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
