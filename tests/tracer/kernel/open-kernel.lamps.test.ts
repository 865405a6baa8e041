import { PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene, type TraceLimits } from '../../../src/tracer/scene/pack-scene.ts';
import type { SceneMaterial, TracerScene } from '../../../src/tracer/scene.ts';
import {
  hashSums,
  measureRed,
  mixedScene,
  openScene,
  readKernel,
  sceneMaterial,
  soup,
  sphereScene,
  traceAll,
  uniformSky,
} from '../../support/tracer-scenes.ts';
import { openReference } from '../reference/open-reference.ts';

const wasm = readKernel();
const RADIANCE = 40;
/** Half of the lamp's side, and how far it is from what it lights. */
const HALF = 0.5;
const AWAY = 1.5;

const matt = sceneMaterial({ baseColour: [0.6, 0.6, 0.6], specular: 0, roughness: 1 });
const lamp = sceneMaterial({
  baseColour: [0, 0, 0],
  specular: 0,
  roughness: 1,
  emissive: [1, 1, 1],
  emissiveStrength: RADIANCE,
});

/** Share of the hemisphere, by the cosine, that a square takes which lies parallel above a point (Howell, B-3 times four). */
function viewFactor(): number {
  const a = HALF / AWAY;
  const root = Math.sqrt(1 + a * a);
  return (4 / Math.PI) * (a / root) * Math.atan(a / root);
}

/** A camera that sees one point from the side. */
const aside = { position: [3, 0, 0.6], target: [0, 0, 0], up: [0, 0, 1], fovDegrees: 0.2 } as const;

/** A square lamp over a wall in the dark; what stands between the two is a third part. */
function lampScene(between: SceneMaterial | null = null, radiance = RADIANCE): TracerScene {
  const { camera, ...rest } = sphereScene({}, 8);
  return {
    ...rest,
    geometry: soup([
      new PlaneGeometry(40, 40),
      new PlaneGeometry(2 * HALF, 2 * HALF).rotateX(Math.PI).translate(0, 0, AWAY),
      ...(between === null ? [] : [new PlaneGeometry(8, 8).translate(0, 0, 1)]),
    ]),
    materials: [matt, { ...lamp, emissiveStrength: radiance }, ...(between === null ? [] : [between])],
    sky: uniformSky(0),
    camera: { ...camera, ...aside },
  };
}

const measure = (scene: TracerScene, samples: number, limits: Partial<TraceLimits> = {}) =>
  measureRed(wasm, scene, samples, limits);

test.each(['both', 'sky', 'surface'] as const)(
  'a square lamp lights a wall as its view factor says: %s',
  (estimator) => {
    const { mean, error } = measure(lampScene(), 64, { estimator, maxBounces: 1 });
    // The lamp itself is black: nothing comes back from it.
    expect(Math.abs(mean - 0.6 * RADIANCE * viewFactor())).toBeLessThan(4 * error + 0.001 * mean);
  },
);

test('looked for, a lamp leaves less than a tenth of the noise that it had by chance', () => {
  const found = measure(lampScene(), 16, { estimator: 'both' });
  const met = measure(lampScene(), 16, { estimator: 'surface' });
  expect(found.error).toBeLessThan(met.error / 10);
});

test('what glows less than twice as bright as a white floor is met by chance, as before', () => {
  const bright = { ...lampScene(null, 1.9), sky: uniformSky(1) };
  const packed = packScene(bright, buildAcceleration(bright.geometry));
  const dark = { ...bright, materials: [matt, sceneMaterial()] };
  expect(packed.bytes).toHaveLength(packScene(dark, buildAcceleration(dark.geometry)).bytes.length);
});

test.each([
  [
    'a tinted pane',
    sceneMaterial({ transmission: 1, roughness: 0, baseColour: [0.5, 0.8, 0.9], isDoubleSided: true }),
  ],
  [
    'a veil',
    sceneMaterial({ alphaMode: 'blend', alpha: 0.6, isDoubleSided: true, specular: 0, roughness: 1 }),
  ],
  ['a glossy wall', null],
])('both ways of finding a lamp agree behind %s', (_name, between) => {
  const scene = lampScene(between);
  const wall = between === null ? sceneMaterial({ metalness: 1, roughness: 0.4 }) : matt;
  const changed = { ...scene, materials: [wall, ...scene.materials.slice(1)] };
  const [both, sky, surface] = (['both', 'sky', 'surface'] as const).map((estimator) =>
    measure(changed, 128, { estimator }),
  );
  if (both === undefined || sky === undefined || surface === undefined) throw new Error('nothing measured');
  for (const other of [sky, surface])
    expect(Math.abs(other.mean - both.mean)).toBeLessThan(
      4 * Math.hypot(other.error, both.error) + 0.005 * both.mean,
    );
});

test('the floor under a lamp is as light as its view factor says, and no speck is in it', () => {
  const scene: TracerScene = {
    ...lampScene(),
    geometry: soup([new PlaneGeometry(2 * HALF, 2 * HALF).rotateX(Math.PI / 2).translate(0, AWAY, 0)]),
    materials: [lamp],
    sky: uniformSky(1),
    floor: { y: 0, bounceColour: [0, 0, 0], reflection: 0 },
    camera: { ...sphereScene({}, 8).camera, position: [3, 0.6, 0], up: [0, 1, 0], fovDegrees: 1 },
  };
  const kernel = openScene(wasm, scene);
  traceAll(kernel, 64);
  const { floor } = kernel.accumulation(64);
  const ratios = Array.from({ length: floor.length / 4 }, (_, i) => (floor[i * 4] ?? 0) / 64);
  // The lamp takes away the sky behind it.
  const wanted = 1 + (RADIANCE - 1) * viewFactor();
  const mean = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
  expect(mean / wanted).toBeGreaterThan(0.98);
  expect(mean / wanted).toBeLessThan(1.02);
  expect(Math.max(...ratios)).toBeLessThan(1.3 * mean);
});

test('a lamp whose map is dark but for a spot shines from the spot', () => {
  const map = { texture: 0, uvSet: 0, transform: [1, 0, 0, 1, 0, 0] } as const;
  const rgba = new Uint8Array(16 * 16 * 4);
  for (let y = 4; y < 12; y++)
    for (let x = 4; x < 12; x++) rgba.fill(255, (y * 16 + x) * 4, (y * 16 + x) * 4 + 4);
  const scene: TracerScene = {
    ...lampScene(),
    materials: [matt, { ...lamp, emissiveMap: map }],
    textures: [
      { widthPx: 16, heightPx: 16, rgba, isSrgb: true, wrapS: 'clamp', wrapT: 'clamp', isSmooth: false },
    ],
  };
  const [both, surface] = (['both', 'surface'] as const).map((estimator) =>
    measure(scene, 256, { estimator }),
  );
  if (both === undefined || surface === undefined) throw new Error('nothing measured');
  expect(Math.abs(both.mean - surface.mean)).toBeLessThan(4 * Math.hypot(both.error, surface.error));
  expect(both.error).toBeLessThan(surface.error / 3);
});

test('kernel and reference find lamps alike, to the bit', () => {
  const mixed = mixedScene(24);
  const slot = { texture: 0, uvSet: 0, transform: [4, 0, 0, 2, 0.1, 0.2] } as const;
  const scene: TracerScene = {
    ...mixed,
    geometry: soup([
      new SphereGeometry(1, 32, 24).translate(-2.2, 1, 0),
      new SphereGeometry(1, 32, 24).translate(0, 1, 0),
      new SphereGeometry(1, 32, 24).translate(2.2, 1, 0),
      new SphereGeometry(0.8, 32, 24).translate(-1.1, 1, 1.9),
      new SphereGeometry(0.8, 32, 24).translate(1.1, 1, 1.9),
      new PlaneGeometry(3, 1.5).translate(0, 2.6, -1),
    ]),
    materials: mixed.materials.map((material, index) =>
      index === 4 || index === 5
        ? { ...material, emissive: [1, 0.8, 0.5], emissiveStrength: 12, emissiveMap: slot }
        : material,
    ),
  };
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const [kernel, reference] = [openKernel(wasm, packed), openReference(packed)];
  const rays = traceAll(kernel, 4);
  expect(traceAll(reference, 4)).toBe(rays);
  expect(hashSums(reference)).toBe(hashSums(kernel));
  expect(reference.rejectedSamples()).toBe(0);
});
