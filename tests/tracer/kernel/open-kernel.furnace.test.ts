import { describe, expect, test } from 'vitest';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import type { SceneMaterial } from '../../../src/tracer/scene.ts';
import { openScene, readKernel, sphereScene, traceAll } from '../../support/tracer-scenes.ts';

const wasm = readKernel();
const { geometry } = sphereScene({});
const acceleration = buildAcceleration(geometry);
const SAMPLES = 64;
const ROUGHNESSES = [0.05, 0.2, 0.4, 0.6, 0.8, 1];

/** Mean and largest radiance over the sphere under a white sky; what shows through counts as white. */
function furnace(material: Partial<SceneMaterial>): { mean: number; highest: number } {
  const kernel = openScene(
    wasm,
    { ...sphereScene(material), geometry },
    { maxBounces: 12, indirectClamp: 1e9 },
    acceleration,
  );
  traceAll(kernel, SAMPLES);
  expect(kernel.rejectedSamples()).toBe(0);
  const { object } = kernel.accumulation(SAMPLES);
  let sum = 0;
  let highest = 0;
  for (let i = 0; i < object.length; i += 4) {
    const value = (object[i]! + SAMPLES - object[i + 3]!) / SAMPLES;
    sum += value;
    highest = Math.max(highest, value);
  }
  return { mean: sum / (object.length / 4), highest };
}

const surfaces = [0, 1].flatMap((metalness) =>
  [0, 1].flatMap((clearcoat) =>
    ROUGHNESSES.map((roughness) => ({ metalness, clearcoat, roughness, clearcoatRoughness: 0.1 })),
  ),
);

describe('a white sphere under a white sky disappears', () => {
  test.each(surfaces)('metal $metalness, coat $clearcoat, roughness $roughness', (material) => {
    expect(Math.abs(furnace(material).mean - 1)).toBeLessThan(0.005);
  });

  test.each([
    { transmission: 1, thickness: 1, roughness: 0.05 },
    { transmission: 1, thickness: 1, roughness: 0.6 },
    { transmission: 1, roughness: 0.05 },
    { transmission: 1, roughness: 0.5 },
    { transmission: 0.5, thickness: 1, roughness: 0.3 },
    { sheenColour: [1, 1, 1] as const, sheenRoughness: 0.3 },
    { sheenColour: [0.5, 0.5, 0.5] as const, sheenRoughness: 0.9, roughness: 1 },
    { alphaMode: 'blend' as const, alpha: 0.5, isDoubleSided: true },
  ])('%o', (material) => {
    expect(Math.abs(furnace(material).mean - 1)).toBeLessThan(0.005);
  });
});

describe('a grey sphere stays grey', () => {
  test.each(surfaces)('metal $metalness, coat $clearcoat, roughness $roughness', (material) => {
    const { mean, highest } = furnace({ ...material, baseColour: [0.5, 0.5, 0.5] });
    expect(mean).toBeLessThan(0.75);
    expect(highest).toBeLessThan(1.005);
  });

  test('a rough dielectric of base 0.5 reflects 0.507: half, and the little that never enters', () => {
    const { mean } = furnace({ baseColour: [0.5, 0.5, 0.5], roughness: 1 });
    expect(Math.abs(mean - 0.507)).toBeLessThan(0.002);
  });
});
