import { PlaneGeometry } from 'three';
import { expect, test } from 'vitest';
import { drawEnvironment } from '../../../src/tracer/environment/draw-environment.ts';
import { lightByEnvironment } from '../../../src/tracer/environment/light-by-environment.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { RIG_FRAME } from '../../../src/tracer/light/hang-lights.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { TracerScene } from '../../../src/tracer/scene.ts';
import {
  hashSums,
  measureRed,
  mixedScene,
  readKernel,
  sceneMaterial,
  soup,
  sphereScene,
  traceAll,
} from '../../support/tracer-scenes.ts';
import { openReference } from '../reference/open-reference.ts';

const wasm = readKernel();
const PLACING = { rotationDegrees: 0, stops: 0, isSeen: false, blur: 0 } as const;
const PICTURE = { kind: 'picture', imageHash: 'a'.repeat(64) as never, name: 'x', ...PLACING } as const;
const STAND = { frame: RIG_FRAME, place: { middle: [0, 0, 0], radius: 1 }, tint: [1, 1, 1] } as const;

/** Light of a picture of one colour with a disc in it, as it lights at first. */
function lightOf(radiance: (x: number, y: number, z: number) => number, rotationDegrees = 0) {
  const [widthPx, heightPx] = [512, 256];
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let row = 0; row < heightPx; row++) {
    const theta = (Math.PI * (row + 0.5)) / heightPx;
    for (let column = 0; column < widthPx; column++) {
      const phi = 2 * Math.PI * ((column + 0.5) / widthPx - 0.5);
      const value = radiance(
        Math.sin(theta) * Math.sin(phi),
        Math.cos(theta),
        -Math.sin(theta) * Math.cos(phi),
      );
      rgb.fill(value, (row * widthPx + column) * 3, (row * widthPx + column) * 3 + 3);
    }
  }
  const drawn = drawEnvironment(PICTURE, { widthPx, heightPx, rgb }, heightPx);
  return lightByEnvironment({ ...drawn, rotationDegrees }, null, STAND);
}

test.each([0, 0.3, 1])(
  'in a uniform environment nothing gives more than it receives: roughness %d',
  (roughness) => {
    const light = lightOf(() => 25);
    const scene = { ...sphereScene({ baseColour: [1, 1, 1], metalness: 1, roughness }), ...light };
    expect(Math.abs(measureRed(wasm, scene, 64).mean - 1)).toBeLessThan(0.01);
  },
);

/** A wall in the picture's plane, seen from nearly straight on, in the light of a disc in front of it. */
function wallIn(light: ReturnType<typeof lightOf>): TracerScene {
  const { camera, ...rest } = sphereScene({}, 8);
  return {
    ...rest,
    geometry: soup([new PlaneGeometry(40, 40)]),
    materials: [sceneMaterial({ baseColour: [0.6, 0.6, 0.6], specular: 0, roughness: 1 })],
    ...light,
    camera: { ...camera, position: [3, 0, 6], target: [0, 0, 0], fovDegrees: 0.2 },
  };
}

test.each(['both', 'sky', 'surface'] as const)(
  'a disc in a picture lights a wall as its integral says: %s',
  (estimator) => {
    const half = (6 * Math.PI) / 180;
    // Thirty degrees up, in front of the wall: turned round, because the middle of a picture is behind.
    const [up, front] = [Math.sin(Math.PI / 6), Math.cos(Math.PI / 6)];
    const light = lightOf((_x, y, z) => (y * up - z * front > Math.cos(half) ? 900 : 0), 180);
    const solid = 2 * Math.PI * (1 - Math.cos(half));
    // Measured on the floor or the side, the disc's light on what faces the front is known beside its light on the floor.
    const whole = Math.max(up, 0.5 * front);
    const disc = light.sky.radiance.reduce((most, value) => Math.max(most, value), 0);
    expect((disc * solid * whole) / Math.PI).toBeCloseTo(1, 1);
    const { mean } = measureRed(wasm, wallIn(light), estimator === 'surface' ? 2_048 : 128, { estimator });
    const expected = (0.6 * disc * solid * front) / Math.PI;
    expect(mean / expected).toBeGreaterThan(estimator === 'surface' ? 0.9 : 0.97);
    expect(mean / expected).toBeLessThan(estimator === 'surface' ? 1.1 : 1.03);
  },
);

test('kernel and reference trace surroundings with a sun to the same bits', () => {
  const sky = {
    kind: 'sky',
    elevationDegrees: 25,
    haze: 3,
    hasSun: true,
    sunDegrees: 0.53,
    ...PLACING,
  } as const;
  const drawn = { ...drawEnvironment(sky, null, 64), rotationDegrees: -130 };
  const scene = { ...mixedScene(24), ...lightByEnvironment(drawn, null, STAND, 64) };
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const [kernel, reference] = [openKernel(wasm, packed), openReference(packed)];
  const rays = traceAll(kernel, 2);
  expect(traceAll(reference, 2)).toBe(rays);
  expect(hashSums(reference)).toBe(hashSums(kernel));
});
