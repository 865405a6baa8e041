import { expect, test } from 'vitest';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { Sky } from '../../../src/tracer/scene.ts';
import { mixedScene, softboxSky, sphereScene, uniformSky } from '../../support/tracer-scenes.ts';

/** Irradiance from above by brute force: 2,000 by 500 directions, radiance interpolated between pixel centres. */
function quadrature({ widthPx, heightPx, radiance }: Sky): number {
  const read = (x: number, y: number) =>
    radiance[(Math.min(heightPx - 1, Math.max(0, y)) * widthPx + ((x + widthPx) % widthPx)) * 3]!;
  let sum = 0;
  for (let j = 0; j < 500; j++) {
    const theta = ((j + 0.5) / 500) * (Math.PI / 2);
    const y = (theta / Math.PI) * heightPx - 0.5;
    const fy = y - Math.floor(y);
    let ring = 0;
    for (let i = 0; i < 2000; i++) {
      const x = ((i + 0.5) / 2000) * widthPx - 0.5;
      const [x0, y0, fx] = [Math.floor(x), Math.floor(y), x - Math.floor(x)];
      const top = read(x0, y0) * (1 - fx) + read(x0 + 1, y0) * fx;
      const bottom = read(x0, y0 + 1) * (1 - fx) + read(x0 + 1, y0 + 1) * fx;
      ring += top * (1 - fy) + bottom * fy;
    }
    sum += ring * Math.cos(theta) * Math.sin(theta);
  }
  return sum * ((2 * Math.PI) / 2000) * (Math.PI / 2 / 500);
}

const pack = (sky: Sky) => {
  const scene = { ...sphereScene({}), sky };
  return packScene(scene, buildAcceleration(scene.geometry));
};

test('the floor of a uniform sky receives pi times its radiance', () => {
  for (const channel of pack(uniformSky(2)).floorIrradiance)
    expect(channel / (2 * Math.PI)).toBeCloseTo(1, 3);
});

test('the irradiance of a softbox sky is its integral', () => {
  const sky = softboxSky();
  expect(pack(sky).floorIrradiance[0] / quadrature(sky)).toBeCloseTo(1, 3);
});

test('the same scene gives the same bytes', () => {
  const scene = mixedScene(16);
  const [first, second] = [1, 2].map(() => packScene(scene, buildAcceleration(scene.geometry)));
  expect(Buffer.compare(first!.bytes, second!.bytes)).toBe(0);
});
