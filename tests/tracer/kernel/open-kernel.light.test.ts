import { PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import type { Kernel } from '../../../src/tracer/kernel/kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import type { TracerScene } from '../../../src/tracer/scene.ts';
import {
  mixedScene,
  openScene,
  readKernel,
  sceneMaterial,
  softboxSky,
  soup,
  sphereScene,
  traceAll,
} from '../../support/tracer-scenes.ts';

const wasm = readKernel();

/** Mean of the object layer's red over the picture. */
function meanRed(kernel: Kernel, samples: number): number {
  const { object } = kernel.accumulation(samples);
  let sum = 0;
  for (let i = 0; i < object.length; i += 4) sum += object[i]!;
  return sum / samples / (object.length / 4);
}

function facingPlane(): TracerScene {
  return { ...sphereScene({}), geometry: soup([new PlaneGeometry(20, 20)]) };
}

/** A sphere over a bright floor, one softbox: every kind of light path without glass. */
function softboxScene(roughness: number): TracerScene {
  return {
    ...sphereScene({ baseColour: [0.7, 0.6, 0.5], roughness, clearcoat: 0.5, clearcoatRoughness: 0.3 }),
    geometry: soup([new SphereGeometry(1, 48, 32)]),
    sky: softboxSky(),
    floor: { y: -1, bounceColour: [0.6, 0.6, 0.6], reflection: 0 },
  };
}

test('a matt plane under a constant sky shows its albedo', () => {
  const matt = sceneMaterial({ baseColour: [0.6, 0.3, 0.1], specular: 0, roughness: 1 });
  const kernel = openScene(wasm, { ...facingPlane(), materials: [matt] });
  traceAll(kernel, 64);
  expect(Math.abs(meanRed(kernel, 64) - 0.6)).toBeLessThan(0.005);
});

test('an unlit plane shows its colour times white, which exposure turns into the colour itself', () => {
  const kernel = openScene(wasm, {
    ...facingPlane(),
    materials: [sceneMaterial({ isUnlit: true, baseColour: [0.25, 0, 0] })],
  });
  traceAll(kernel, 4);
  expect(meanRed(kernel, 4)).toBeCloseTo(0.25, 3);
});

test('an emissive plane shows its radiance on top', () => {
  const glowing = sceneMaterial({
    baseColour: [0, 0, 0],
    specular: 0,
    emissive: [0.5, 0, 0],
    emissiveStrength: 6,
  });
  const kernel = openScene(wasm, { ...facingPlane(), materials: [glowing] });
  traceAll(kernel, 4);
  expect(meanRed(kernel, 4)).toBeCloseTo(3, 3);
});

test('a single-sided plane is not there from behind, a double-sided one is', () => {
  const behind = { ...facingPlane(), geometry: soup([new PlaneGeometry(20, 20).rotateY(Math.PI)]) };
  const single = openScene(wasm, behind);
  const double = openScene(wasm, { ...behind, materials: [sceneMaterial({ isDoubleSided: true })] });
  traceAll(single, 2);
  traceAll(double, 2);
  expect(meanRed(single, 2)).toBe(0);
  expect(meanRed(double, 2)).toBeGreaterThan(0.9);
});

test('blended alpha ends in the coverage, glass in the tint of what is behind', () => {
  const half = openScene(wasm, {
    ...facingPlane(),
    materials: [sceneMaterial({ alphaMode: 'blend', alpha: 0.25 })],
  });
  traceAll(half, 64);
  const { object } = half.accumulation(64);
  let coverage = 0;
  for (let i = 3; i < object.length; i += 4) coverage += object[i]! / 64;
  expect(coverage / (object.length / 4)).toBeCloseTo(0.25, 2);
  const pane = openScene(wasm, {
    ...facingPlane(),
    materials: [sceneMaterial({ transmission: 1, roughness: 0, baseColour: [1, 0.5, 0.5] })],
  });
  traceAll(pane, 256);
  const glass = pane.accumulation(256).object;
  // Of a white sky 96 % pass; half of that through the weakest channels, the rest of red is light of the sky.
  expect(1 - glass[3]! / 256).toBeCloseTo(0.48, 1);
  expect(glass[0]! / 256 - glass[1]! / 256).toBeCloseTo(0.48, 1);
});

test.each([0.3, 0.9])('sky sampling, surface sampling and both agree at roughness %d', (roughness) => {
  const scene = softboxScene(roughness);
  const acceleration = buildAcceleration(scene.geometry);
  const results = (['both', 'sky', 'surface'] as const).map((estimator) => {
    const kernel = openScene(wasm, scene, { estimator, indirectClamp: 1e9 }, acceleration);
    const means = Array.from({ length: 16 }, (_, seed) => {
      kernel.clear();
      traceAll(kernel, 32, seed);
      return meanRed(kernel, 32);
    });
    return { ...meanAndError(means) };
  });
  const [both, sky, surface] = results;
  for (const other of [sky!, surface!]) {
    expect(Math.abs(other.mean - both!.mean)).toBeLessThan(3 * Math.hypot(other.error, both!.error));
    expect(other.error).toBeLessThan(0.02 * other.mean);
  }
});

test('the error falls with the square root of the samples or faster, towards the mean of other seeds', () => {
  const scene = softboxScene(0.5);
  const acceleration = buildAcceleration(scene.geometry);
  const kernel = openScene(wasm, scene, {}, acceleration);
  const picture = (samples: number, seed: number) => {
    kernel.clear();
    traceAll(kernel, samples, seed);
    return kernel.accumulation(samples).object.map((value) => value / samples);
  };
  const reference = picture(2048, 99);
  const error = (samples: number) => rootMeanSquare(picture(samples, 1), reference);
  expect(error(64) / error(4)).toBeLessThan(0.3);
  const means = Array.from({ length: 16 }, (_, seed) => average(picture(16, seed)));
  const { mean, error: standardError } = meanAndError(means);
  expect(Math.abs(mean - average(reference))).toBeLessThan(3 * standardError + 1e-4);
});

test('no value is ever missing, negative or infinite', () => {
  const kernel = openScene(wasm, mixedScene(64));
  traceAll(kernel, 16);
  expect(kernel.rejectedSamples()).toBe(0);
  const { object, floor, albedo, luminanceSquared } = kernel.accumulation(16);
  for (const plane of [object, albedo, luminanceSquared]) {
    expect(plane.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
  }
  expect(floor.every(Number.isFinite)).toBe(true);
  // Coverage of product and floor never exceeds the samples.
  for (let i = 3; i < object.length; i += 4) expect(object[i]! + floor[i]!).toBeLessThan(16.001);
});

test('no single dark pixels: none is far below all of its neighbours', () => {
  const scene = sphereScene({ roughness: 0.3, metalness: 1, baseColour: [0.8, 0.7, 0.6] }, 48);
  const kernel = openScene(wasm, { ...scene, sky: softboxSky() });
  traceAll(kernel, 32);
  const { object } = kernel.accumulation(32);
  let dots = 0;
  for (let y = 1; y < 47; y++) {
    for (let x = 1; x < 47; x++) {
      const around = [-1, 0, 1].flatMap((dy) =>
        [-1, 0, 1].map((dx) => object[((y + dy) * 48 + x + dx) * 4]!),
      );
      const median = around.toSorted((a, b) => a - b)[4]!;
      if (object[(y * 48 + x) * 4]! < median * 0.25) dots++;
    }
  }
  expect(dots).toBe(0);
});

function average(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
}

function meanAndError(values: readonly number[]): { mean: number; error: number } {
  const mean = average(values);
  const variance =
    average(values.map((value) => (value - mean) ** 2)) * (values.length / (values.length - 1));
  return { mean, error: Math.sqrt(variance / values.length) };
}

function rootMeanSquare(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(average(a.map((value, i) => (value - b[i]!) ** 2)));
}
