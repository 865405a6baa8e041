import { CircleGeometry, PlaneGeometry } from 'three';
import { expect, test } from 'vitest';
import type { Kernel } from '../../../src/tracer/kernel/kernel.ts';
import type { SceneMaterial, TracerScene } from '../../../src/tracer/scene.ts';
import {
  openScene,
  readKernel,
  sceneMaterial,
  softboxSky,
  soup,
  traceAll,
  uniformSky,
} from '../../support/tracer-scenes.ts';

const wasm = readKernel();
const SIZE = 8;
const black = { baseColour: [0, 0, 0], specular: 0, isDoubleSided: true } as const;

/** A floor point seen from the side through a very narrow lens. */
function floorScene(
  parts: TracerScene['geometry'],
  material: Partial<SceneMaterial>,
  z: number,
): TracerScene {
  return {
    geometry: parts,
    materials: [sceneMaterial(material)],
    textures: [],
    textureFrame: null,
    sky: uniformSky(),
    floor: { y: 0, bounceColour: [0.5, 0.5, 0.5], reflection: 0 },
    camera: {
      position: [0, 0.25, z + 4],
      target: [0, 0, z],
      up: [0, 1, 0],
      fovDegrees: 0.02,
      widthPx: SIZE,
      heightPx: SIZE,
    },
  };
}

/** Mean shadow ratio per channel. */
function ratio(kernel: Kernel): number[] {
  const { floor } = kernel.accumulation(1);
  const sums = [0, 0, 0, 0];
  floor.forEach((value, i) => {
    sums[i % 4]! += value;
  });
  return sums.slice(0, 3).map((sum) => sum / sums[3]!);
}

function disc(radius: number, height: number) {
  return soup([new CircleGeometry(radius, 128).rotateX(Math.PI / 2).translate(0, height, 0)]);
}

test.each([
  [1, 0.5],
  [0.6, 1],
])('under a black disc of radius %d at height %d a known part of the sky is left', (radius, height) => {
  const kernel = openScene(wasm, floorScene(disc(radius, height), black, 0));
  traceAll(kernel, 1024);
  const expected = 1 - radius ** 2 / (radius ** 2 + height ** 2);
  for (const channel of ratio(kernel)) expect(Math.abs(channel - expected)).toBeLessThan(0.005);
});

test('at the foot of an endless black wall half of the sky is left', () => {
  const wall = soup([new PlaneGeometry(4000, 4000)]);
  const kernel = openScene(wasm, floorScene(wall, black, 0.01));
  traceAll(kernel, 1024);
  expect(Math.abs(ratio(kernel)[0]! - 0.5)).toBeLessThan(0.005);
});

test('a white disc gives light back that a black one keeps', () => {
  const dark = openScene(wasm, floorScene(disc(1, 0.5), black, 0));
  const bright = openScene(wasm, floorScene(disc(1, 0.5), { specular: 0, isDoubleSided: true }, 0));
  traceAll(dark, 256);
  traceAll(bright, 256);
  expect(ratio(bright)[0]! - ratio(dark)[0]!).toBeGreaterThan(0.05);
});

test('green glass casts a green shadow', () => {
  const glass = { transmission: 1, baseColour: [0.2, 0.9, 0.2], isDoubleSided: true } as const;
  const kernel = openScene(wasm, floorScene(disc(1, 0.5), glass, 0));
  traceAll(kernel, 512);
  const [red, green] = ratio(kernel);
  expect(green!).toBeGreaterThan(0.8);
  // A fifth of the sky passes beside the disc; of the rest, a fifth less what glass reflects.
  expect(red!).toBeGreaterThan(0.32);
  expect(red!).toBeLessThan(0.42);
});

test('a half transparent disc casts half a shadow', () => {
  const kernel = openScene(wasm, floorScene(disc(1, 0.5), { ...black, alphaMode: 'blend', alpha: 0.5 }, 0));
  traceAll(kernel, 1024);
  expect(Math.abs(ratio(kernel)[0]! - 0.6)).toBeLessThan(0.005);
});

test('without a product every sample of the floor is exactly 1 and nothing covers it', () => {
  const empty = soup([]);
  const kernel = openScene(wasm, { ...floorScene(empty, {}, 0), sky: softboxSky() });
  traceAll(kernel, 16);
  const { floor, object } = kernel.accumulation(16);
  expect([...floor].every((value) => value === 16)).toBe(true);
  expect([...object].every((value) => value === 0)).toBe(true);
});

test('a floor point that no product can shadow has no noise', () => {
  const away = floorScene(disc(1, 0.5), black, 30);
  const kernel = openScene(wasm, {
    ...away,
    geometry: soup([new CircleGeometry(0.01, 8).translate(0, -1, 0)]),
  });
  traceAll(kernel, 16);
  expect([...kernel.accumulation(16).floor].every((value) => value === 16)).toBe(true);
});

test('the floor is not there from below', () => {
  const scene = floorScene(soup([]), {}, 0);
  const kernel = openScene(wasm, { ...scene, camera: { ...scene.camera, position: [0, -1, 4] } });
  traceAll(kernel, 4);
  expect([...kernel.accumulation(4).floor].every((value) => value === 0)).toBe(true);
});
