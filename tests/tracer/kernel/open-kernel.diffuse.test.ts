import { BoxGeometry, PlaneGeometry, SphereGeometry } from 'three';
import { describe, expect, test } from 'vitest';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene, type TraceLimits } from '../../../src/tracer/scene/pack-scene.ts';
import type {
  AreaLight,
  SceneMaterial,
  SceneTexture,
  Sky,
  TextureSlot,
  TracerScene,
} from '../../../src/tracer/scene.ts';
import {
  hashSums,
  mixedScene,
  openScene,
  readKernel,
  sceneMaterial,
  soup,
  sphereScene,
  traceAll,
} from '../../support/tracer-scenes.ts';
import { openReference } from '../reference/open-reference.ts';

// Rough diffuse lobes, and diffuse light that comes out on the other side.
const wasm = readKernel();
const MAP: TextureSlot = { texture: 0, uvSet: 0, transform: [2, 0, 0, 2, 0, 0] };
const DATA: SceneTexture = { ...mixedScene().textures[0]!, isSrgb: false };

/** Mean and highest red over all pixels; what shows through counts as white. */
function mean(scene: TracerScene, samples = 64, limits: Partial<TraceLimits> = {}) {
  const kernel = openScene(wasm, scene, { maxBounces: 24, indirectClamp: 1e9, ...limits });
  traceAll(kernel, samples);
  expect(kernel.rejectedSamples()).toBe(0);
  const { object } = kernel.accumulation(samples);
  const values = Array.from(
    { length: object.length / 4 },
    (_, i) => (object[i * 4]! + samples - object[i * 4 + 3]!) / samples,
  );
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    highest: Math.max(...values),
  };
}

test('kernel and reference give the same bits, with maps and without, in lamp light and area light', () => {
  const scene = mixedScene(24);
  const changes: readonly Partial<SceneMaterial>[] = [
    { diffuseRoughness: 0.7, metalness: 0, diffuseRoughnessMap: MAP },
    { diffuseTransmission: 0.6, transmission: 0.4 },
    {
      diffuseTransmission: 0.8,
      diffuseTransmissionColour: [1, 0.5, 0.2],
      diffuseTransmissionMap: MAP,
      diffuseTransmissionColourMap: MAP,
      isDoubleSided: true,
    },
    { diffuseTransmission: 1, diffuseRoughness: 1 },
    { diffuseTransmission: 0.5, thickness: 1, attenuationDistance: 1, attenuationColour: [0.9, 0.4, 0.2] },
    { emissive: [40, 30, 20], alphaMode: 'opaque' },
  ];
  const materials = scene.materials.map((material, i) => ({ ...material, ...changes[i] }));
  const lights: AreaLight[] = [
    { centre: [4, 4, -4], right: [1, 0, 1], up: [0, 1.4, 0], radiance: [20, 18, 15], isOctagon: false },
  ];
  for (const more of [{}, { lights }]) {
    const packed = packScene(
      { ...scene, materials, textures: [DATA], ...more },
      buildAcceleration(scene.geometry),
    );
    const [kernel, reference] = [openKernel(wasm, packed), openReference(packed)];
    expect(traceAll(reference, 8)).toBe(traceAll(kernel, 8));
    expect(hashSums(reference)).toBe(hashSums(kernel));
    expect(reference.rejectedSamples()).toBe(0);
  }
});

describe('a white sphere under a white sky disappears', () => {
  test.each([
    { diffuseRoughness: 0.3 },
    { diffuseRoughness: 1 },
    { diffuseRoughness: 1, specular: 0, roughness: 1 },
    { diffuseRoughness: 0.6, clearcoat: 1, clearcoatRoughness: 0.2 },
    { diffuseTransmission: 0.5, isDoubleSided: true },
    { diffuseTransmission: 1, isDoubleSided: true, specular: 0 },
    { diffuseTransmission: 0.7, diffuseRoughness: 0.8, isDoubleSided: true },
    { diffuseTransmission: 0.7, thickness: 1 },
    { diffuseTransmission: 0.5, transmission: 0.5, thickness: 1 },
    { diffuseTransmission: 0.5, transmission: 0.5, isDoubleSided: true },
    { diffuseTransmission: 0.8, clearcoat: 1, clearcoatRoughness: 0.1, isDoubleSided: true },
  ])('%o', (material) => {
    expect(Math.abs(mean(sphereScene(material), 64, { maxBounces: 60 }).mean - 1)).toBeLessThan(0.012);
  });
});

test.each([
  { diffuseRoughness: 1 },
  { diffuseTransmission: 0.5, diffuseTransmissionColour: [0.5, 0.5, 0.5] as const },
  { diffuseTransmission: 0.5, diffuseTransmissionColour: [0.5, 0.5, 0.5] as const, thickness: 1 },
])('a grey one gives back less than it gets: %o', (material) => {
  const found = mean(sphereScene({ baseColour: [0.5, 0.5, 0.5], isDoubleSided: true, ...material }));
  expect(found.mean).toBeLessThan(0.75);
  expect(found.highest).toBeLessThan(1.005);
});

/** Radiance 1 from one half of the sky, nothing from the other; the camera stands on +Z. */
function halfSky(isBehind: boolean): Sky {
  const [widthPx, heightPx] = [64, 32];
  const radiance = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      // The middle column looks along -Z.
      if ((x > 15 && x < 48) === isBehind) radiance.fill(1, (y * widthPx + x) * 3, (y * widthPx + x + 1) * 3);
    }
  return { widthPx, heightPx, radiance };
}

function sheet(changes: Partial<SceneMaterial>, isBehind: boolean): TracerScene {
  return {
    ...sphereScene({}),
    geometry: soup([new PlaneGeometry(40, 40)]),
    materials: [sceneMaterial({ specular: 0, roughness: 1, ...changes })],
    sky: halfSky(isBehind),
  };
}

describe('a thin sheet', () => {
  const paper = {
    baseColour: [0.9, 0.9, 0.9],
    diffuseTransmission: 0.6,
    diffuseTransmissionColour: [0.5, 0.5, 0.5],
  } as const;

  test.each(['both', 'sky', 'surface'] as const)(
    'lit from behind shows its share of the light in its colour, found by %s',
    (estimator) => {
      const { mean: found } = mean(sheet(paper, true), 256, { estimator });
      // The half sky's edges are a column wide.
      expect(Math.abs(found - 0.6 * 0.5)).toBeLessThan(0.006);
    },
  );

  test('lit from the front gives back what it does not let through', () => {
    expect(Math.abs(mean(sheet(paper, false), 256).mean - 0.4 * 0.9)).toBeLessThan(0.008);
  });

  test('that is opaque is black from behind', () => {
    expect(mean(sheet({}, true)).mean).toBeLessThan(0.003);
  });
});

test('a closed body takes the colour of its volume on the way through', () => {
  const through = (attenuationDistance: number) =>
    mean({
      ...sheet(
        { diffuseTransmission: 1, thickness: 1, attenuationDistance, attenuationColour: [0.5, 0.5, 0.5] },
        true,
      ),
      geometry: soup([new BoxGeometry(40, 40, 0.5)]),
    }).mean;
  // A diffuse ray goes twice as far as the slab is thick in the mean; it leaves at the first face it meets.
  const [deep, clear] = [through(1), through(1e6)];
  expect(clear).toBeGreaterThan(0.45);
  expect(deep / clear).toBeGreaterThan(0.3);
  expect(deep / clear).toBeLessThan(0.7);
});

test('a rough sphere is flatter than a Lambertian one in light from the camera: its rim is brighter', () => {
  const rim = (diffuseRoughness: number) => {
    const sky = { widthPx: 64, heightPx: 32, radiance: new Float32Array(64 * 32 * 3) };
    for (const x of [0, 1, 62, 63])
      for (const y of [14, 15, 16, 17]) sky.radiance.fill(50, (y * 64 + x) * 3, (y * 64 + x) * 3 + 3);
    const kernel = openScene(wasm, {
      ...sphereScene({ specular: 0, roughness: 1, diffuseRoughness }, 32),
      geometry: soup([new SphereGeometry(0.6, 96, 64)]),
      sky,
    });
    traceAll(kernel, 64);
    const { object } = kernel.accumulation(64);
    const at = (x: number) => object[(16 * 32 + x) * 4]! / object[(16 * 32 + x) * 4 + 3]!;
    const edge = Array.from({ length: 16 }, (_, x) => x).find((x) => object[(16 * 32 + x) * 4 + 3]! === 64)!;
    return at(edge) / at(16);
  };
  expect(rim(1)).toBeGreaterThan(1.3 * rim(0));
});
