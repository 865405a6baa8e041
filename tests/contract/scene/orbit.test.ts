import { Spherical, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { orbitToPosition, positionToOrbit } from '../../../src/contract/scene/orbit.ts';

test.each([
  { theta: 0, phi: Math.PI / 2, radius: 15 },
  { theta: 0.8, phi: 1.1, radius: 5 },
  { theta: -2.5, phi: 2.9, radius: 0.3 },
  { theta: Math.PI / 2, phi: 0.01, radius: 100 },
])('theta $theta, phi $phi, radius $radius is where three.js puts it, and comes back', (orbit) => {
  const target = new Vector3(1, -2, 3);
  const position = orbitToPosition(orbit, [1, -2, 3]);
  const wanted = new Vector3().setFromSpherical(new Spherical(orbit.radius, orbit.phi, orbit.theta));
  expect(new Vector3(...position).distanceTo(wanted.add(target))).toBeLessThan(1e-12);
  const back = positionToOrbit(position, [1, -2, 3]);
  expect(back.theta).toBeCloseTo(orbit.theta, 9);
  expect(back.phi).toBeCloseTo(orbit.phi, 9);
  expect(back.radius).toBeCloseTo(orbit.radius, 9);
});

test('a camera on its target has an orbit without NaN', () => {
  expect(positionToOrbit([1, 1, 1], [1, 1, 1])).toEqual({ theta: 0, phi: Math.PI / 2, radius: 0 });
});
