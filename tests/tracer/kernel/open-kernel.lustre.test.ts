import { SphereGeometry } from 'three';
import { describe, expect, test } from 'vitest';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { SceneMaterial, SceneTexture, TextureSlot, TracerScene } from '../../../src/tracer/scene.ts';
import {
  hashSums,
  mixedScene,
  openScene,
  readKernel,
  sceneMaterial,
  softboxSky,
  soup,
  sphereScene,
  traceAll,
} from '../../support/tracer-scenes.ts';
import { reflectFilm } from '../reference/film.ts';
import { openReference } from '../reference/open-reference.ts';

// Stretched highlights, thin films and glass that parts colours.
const wasm = readKernel();
const MAP: TextureSlot = { texture: 0, uvSet: 0, transform: [2, 0, 0, 2, 0, 0] };
const DATA: SceneTexture = { ...mixedScene().textures[0]!, isSrgb: false };

test('kernel and reference give the same bits for all three, with their maps and without', () => {
  const scene = mixedScene(24);
  const changes: readonly Partial<SceneMaterial>[] = [
    { anisotropy: 0.7, anisotropyRadians: 0.6, anisotropyMap: MAP },
    { dispersion: 2 },
    { iridescence: 0.8, iridescenceIor: 1.6, iridescenceMap: MAP, iridescenceThicknessMap: MAP },
    { anisotropy: 0.9, clearcoat: 1 },
    { iridescence: 1, iridescenceThicknessNm: [0, 350] },
    {},
  ];
  const materials = scene.materials.map((material, i) => ({ ...material, ...changes[i] }));
  const packed = packScene({ ...scene, materials, textures: [DATA] }, buildAcceleration(scene.geometry));
  const [kernel, reference] = [openKernel(wasm, packed), openReference(packed)];
  expect(traceAll(reference, 8)).toBe(traceAll(kernel, 8));
  expect(hashSums(reference)).toBe(hashSums(kernel));
  expect(reference.rejectedSamples()).toBe(0);
});

describe('a sphere under a white sky', () => {
  const { geometry } = sphereScene({});
  const acceleration = buildAcceleration(geometry);
  const furnace = (material: Partial<SceneMaterial>): { mean: number; highest: number } => {
    const scene = { ...sphereScene(material), geometry };
    const kernel = openScene(wasm, scene, { maxBounces: 12, indirectClamp: 1e9 }, acceleration);
    traceAll(kernel, 64);
    expect(kernel.rejectedSamples()).toBe(0);
    const { object } = kernel.accumulation(64);
    const values = Array.from(
      { length: object.length / 4 },
      (_, i) => (object[i * 4]! + 64 - object[i * 4 + 3]!) / 64,
    );
    return {
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      highest: Math.max(...values),
    };
  };

  test.each(
    [0.2, 0.6, 1].flatMap((anisotropy) => [0.1, 0.4, 0.8].map((roughness) => ({ anisotropy, roughness }))),
  )('of stretched metal disappears: $anisotropy, roughness $roughness', (material) => {
    // The energy table is of round highlights.
    expect(Math.abs(furnace({ ...material, metalness: 1 }).mean - 1)).toBeLessThan(0.03);
  });

  test.each([0, 1].flatMap((metalness) => [120, 300, 550].map((nm) => ({ metalness, nm }))))(
    'gives back no more than it gets through a film: metal $metalness, $nm nm',
    ({ metalness, nm }) => {
      const film = { iridescence: 1, iridescenceThicknessNm: [0, nm] as const };
      const { mean, highest } = furnace({ metalness, baseColour: [0.8, 0.8, 0.8], ...film });
      expect(highest).toBeLessThan(1.01);
      expect(mean).toBeGreaterThan(0.4);
    },
  );
});

test('a highlight grows along the tangent, or across it when turned by a quarter', () => {
  const spread = (changes: Partial<SceneMaterial>): { across: number; up: number } => {
    const sky = { widthPx: 64, heightPx: 32, radiance: new Float32Array(64 * 32 * 3) };
    // Behind the camera, as seen from the sphere: u = 0 looks along +Z.
    for (const x of [0, 63])
      for (const y of [15, 16]) sky.radiance.fill(50, (y * 64 + x) * 3, (y * 64 + x) * 3 + 3);
    const kernel = openScene(wasm, {
      ...sphereScene({ metalness: 1, roughness: 0.3, ...changes }, 32),
      sky,
    });
    traceAll(kernel, 64);
    const { object } = kernel.accumulation(64);
    let [sum, across, up] = [0, 0, 0];
    for (let i = 0; i < 32 * 32; i++) {
      const value = object[i * 4]!;
      sum += value;
      across += value * ((i % 32) - 15.5) ** 2;
      up += value * (Math.floor(i / 32) - 15.5) ** 2;
    }
    return { across: Math.sqrt(across / sum), up: Math.sqrt(up / sum) };
  };
  const [round, along, turned] = [
    spread({}),
    spread({ anisotropy: 0.8 }),
    spread({ anisotropy: 0.8, anisotropyRadians: Math.PI / 2 }),
  ];
  expect(round.across / round.up).toBeCloseTo(1, 1);
  expect(along.across / along.up).toBeGreaterThan(1.4);
  expect(turned.up / turned.across).toBeGreaterThan(1.4);
});

describe('a thin film', () => {
  const F0 = [0.04, 0.3, 0.9] as const;
  const r = (from: number, to: number) => ((to - from) / (to + from)) ** 2;
  const indexOf = (f0: number) => (1 + Math.sqrt(f0)) / (1 - Math.sqrt(f0));

  test('without a thickness is what lies below', () => {
    for (const [i, value] of reflectFilm(1, 1.5, 0, ...F0).entries())
      expect(Math.abs(value - F0[i]!)).toBeLessThan(0.01);
  });

  test('that is thick adds up its reflections whatever their phases', () => {
    for (const film of [1.3, 1.8]) {
      for (const [i, value] of reflectFilm(1, film, 20_000, ...F0).entries()) {
        const [top, base] = [r(1, film), r(film, indexOf(F0[i]!))];
        expect(value).toBeCloseTo(top + ((1 - top) ** 2 * base) / (1 - top * base), 4);
      }
    }
  });

  test('of a quarter of a wave and the root of the index below takes the reflection of green away', () => {
    const index = Math.sqrt(indexOf(0.04));
    const [, coated] = reflectFilm(
      1,
      index,
      550 / 4 / index,
      ...(F0.map(() => 0.04) as [number, number, number]),
    );
    expect(coated).toBeLessThan(0.01);
    const [, half] = reflectFilm(
      1,
      index,
      550 / 2 / index,
      ...(F0.map(() => 0.04) as [number, number, number]),
    );
    expect(half).toBeGreaterThan(0.03);
  });
});

test('glass that parts colours bends each by its own index', () => {
  const scene = (changes: Partial<SceneMaterial>): TracerScene => ({
    ...sphereScene({}, 24),
    geometry: soup([new SphereGeometry(1, 64, 48)]),
    materials: [sceneMaterial({ transmission: 1, thickness: 1, roughness: 0.05, ior: 1.6, ...changes })],
    sky: softboxSky(),
  });
  const acceleration = buildAcceleration(scene({}).geometry);
  const mean = (changes: Partial<SceneMaterial>, channel: number) => {
    const kernel = openScene(wasm, scene(changes), { indirectClamp: 1e9 }, acceleration);
    const means = Array.from({ length: 12 }, (_, seed) => {
      kernel.clear();
      traceAll(kernel, 32, seed);
      const { object } = kernel.accumulation(32);
      let sum = 0;
      for (let i = channel; i < object.length; i += 4) sum += object[i]! / 32;
      return sum / (object.length / 4);
    });
    const value = means.reduce((sum, one) => sum + one, 0) / means.length;
    const error = Math.sqrt(means.reduce((sum, one) => sum + (one - value) ** 2, 0) / (11 * 12));
    return { value, error };
  };
  const dispersion = 8;
  const half = 0.6 * 0.025 * dispersion;
  const f0 = (ior: number) => ((ior - 1) / (ior + 1)) ** 2;
  for (const channel of [0, 1, 2]) {
    const parted = mean({ dispersion }, channel);
    // What the surface reflects follows from the middle index.
    const ior = 1.6 + (channel - 1) * half;
    const share = f0(1.6) / f0(ior);
    const plain = mean({ ior, specularColour: [share, share, share] }, channel);
    expect(Math.abs(parted.value - plain.value)).toBeLessThan(4 * Math.hypot(parted.error, plain.error));
  }
});
