import { CircleGeometry, PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { GOBO_PATTERNS } from '../../../src/contract/scene/light-rig.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene, type TraceLimits } from '../../../src/tracer/scene/pack-scene.ts';
import type { AreaLight, SceneMaterial, TracerScene } from '../../../src/tracer/scene.ts';
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
/** Half of the light's side, and how far it is from what it lights. */
const HALF = 0.5;
const AWAY = 1.5;

const matt = sceneMaterial({ baseColour: [0.6, 0.6, 0.6], specular: 0, roughness: 1 });
const measure = (scene: TracerScene, samples: number, limits: Partial<TraceLimits> = {}) =>
  measureRed(wasm, scene, samples, limits);

/** A square that hangs over the origin and shines down -Z. */
const above: AreaLight = {
  centre: [0, 0, AWAY],
  right: [HALF, 0, 0],
  up: [0, -HALF, 0],
  radiance: [RADIANCE, RADIANCE, RADIANCE],
  isOctagon: false,
};

/** Smooth step over the outer sixth, a fifth darker in the corners: what a softbox is, said again. */
function brightness(a: number, b: number, isOctagon: boolean): number {
  const rim = isOctagon
    ? Math.max(Math.abs(a), Math.abs(b), (Math.abs(a) + Math.abs(b)) / Math.SQRT2)
    : undefined;
  const step = (value: number) => {
    const q = Math.min(1, Math.max(0, (1 - value) / 0.16));
    return q * q * (3 - 2 * q);
  };
  const edge = rim === undefined ? step(Math.abs(a)) * step(Math.abs(b)) : step(rim);
  return edge * (1 - 0.1 * (a * a + b * b));
}

/** Irradiance below the middle of the light by brute force: 400 by 400 points of it. */
function irradiance(isOctagon: boolean): number {
  let sum = 0;
  const count = 400;
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < count; i++) {
      const [a, b] = [(2 * (i + 0.5)) / count - 1, (2 * (j + 0.5)) / count - 1];
      const square = AWAY ** 2 + (a * HALF) ** 2 + (b * HALF) ** 2;
      sum += (brightness(a, b, isOctagon) * AWAY ** 2) / square ** 2;
    }
  }
  return RADIANCE * sum * ((2 * HALF) / count) ** 2;
}

/** A light over a wall in the dark, seen from the side; what stands between the two is a second part. */
function wallScene(
  between: SceneMaterial | null = null,
  lights: readonly AreaLight[] = [above],
): TracerScene {
  const { camera, ...rest } = sphereScene({}, 8);
  return {
    ...rest,
    geometry: soup([
      new PlaneGeometry(40, 40),
      ...(between === null ? [] : [new PlaneGeometry(8, 8).translate(0, 0, 1)]),
    ]),
    materials: [matt, ...(between === null ? [] : [between])],
    sky: uniformSky(0),
    lights,
    camera: { ...camera, position: [3, 0, 0.6], target: [0, 0, 0], up: [0, 0, 1], fovDegrees: 0.2 },
  };
}

test.each(['both', 'sky', 'surface'] as const)(
  'a light lights a wall as its integral says: %s',
  (estimator) => {
    for (const isOctagon of [false, true]) {
      const scene = wallScene(null, [{ ...above, isOctagon }]);
      const { mean, error } = measure(scene, 256, { estimator, maxBounces: 1 });
      const wanted = (0.6 * irradiance(isOctagon)) / Math.PI;
      expect(Math.abs(mean - wanted), `${mean} ${wanted}`).toBeLessThan(4 * error + 0.002 * wanted);
    }
  },
);

test('two lights and the sky light a wall as the sum of the three', () => {
  const aside: AreaLight = { ...above, centre: [0.8, 0.3, 2], radiance: [12, 12, 12] };
  const limits = { maxBounces: 1 };
  const alone = [
    measure(wallScene(null, [above]), 256, limits),
    measure(wallScene(null, [aside]), 256, limits),
    measure({ ...wallScene(null, []), sky: uniformSky(0.7) }, 256, limits),
  ];
  const together = measure({ ...wallScene(null, [above, aside]), sky: uniformSky(0.7) }, 256, limits);
  const sum = alone.reduce((total, { mean }) => total + mean, 0);
  const error = Math.hypot(together.error, ...alone.map((one) => one.error));
  expect(Math.abs(together.mean - sum)).toBeLessThan(4 * error + 0.001 * sum);
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
  ['a brushed wall', null],
])('both ways of finding a light agree behind %s', (_name, between) => {
  const scene = wallScene(between);
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

test('a mirror shows a light where it hangs, its front alone', () => {
  const mirror = sceneMaterial({ metalness: 1, roughness: 0, baseColour: [1, 1, 1] });
  /** Looks at the origin from 45 degrees: the ray goes on to x = -1.5 at the height of the light. */
  const shown = (changes: Partial<AreaLight>) => {
    const scene = wallScene(null, [{ ...above, centre: [-AWAY, 0, AWAY], ...changes }]);
    const seen = { ...scene, materials: [mirror], camera: { ...scene.camera, position: [3, 0, 3] as const } };
    return measure(seen, 16, { maxBounces: 2 }).mean;
  };
  expect(shown({}) / RADIANCE).toBeCloseTo(1, 1);
  // The smoothest surface of the kernel still spreads a trace of it.
  expect(shown({ centre: [-AWAY, 3 * HALF, AWAY] })).toBeLessThan(1e-4);
  // Turned round.
  expect(shown({ right: [-HALF, 0, 0] })).toBe(0);
});

test('the camera sees no light, and what is behind a light is not hidden', () => {
  const { camera, ...rest } = sphereScene({}, 8);
  const facing: AreaLight = { ...above, centre: [0, 0, 3], up: [0, HALF, 0], radiance: [9, 9, 9] };
  const at = (target: readonly [number, number, number], lights: readonly AreaLight[]) => {
    const scene = { ...rest, lights, camera: { ...camera, target, fovDegrees: 1 } };
    const kernel = openScene(wasm, scene);
    traceAll(kernel, 4);
    return kernel.accumulation(4).object;
  };
  // Past the sphere, through the middle of a light that shines on the camera.
  const past: AreaLight = { ...facing, centre: [0, 2, 3] };
  for (const value of at([0, 4, 0], [past])) expect(value).toBe(0);
  const [with_, without] = [at([0, 0, 0], [facing]), at([0, 0, 0], [])];
  expect([...with_].filter((_, i) => i % 4 === 3)).toEqual([...without].filter((_, i) => i % 4 === 3));
});

/** A floor point under a disc that hides all of the light, or none of it. */
function floorScene(discY: number): TracerScene {
  return {
    ...wallScene(),
    geometry: soup([new CircleGeometry(3, 64).rotateX(Math.PI / 2).translate(0, discY, 0)]),
    materials: [sceneMaterial({ baseColour: [0, 0, 0], specular: 0, isDoubleSided: true })],
    lights: [{ ...above, centre: [0, AWAY, 0], right: [HALF, 0, 0], up: [0, 0, HALF] }],
    floor: { y: 0, bounceColour: [0, 0, 0], reflection: 0 },
    camera: { ...wallScene().camera, position: [3, 0.2, 0], up: [0, 1, 0] },
  };
}

test('the floor keeps its light below what hangs higher than the light, and loses it below what hangs lower', () => {
  const ratio = (discY: number) => {
    const kernel = openScene(wasm, floorScene(discY));
    traceAll(kernel, 64);
    const { floor } = kernel.accumulation(64);
    let sum = 0;
    for (let i = 0; i < floor.length; i += 4) sum += (floor[i] ?? 0) / 64;
    return sum / (floor.length / 4);
  };
  expect(ratio(2 * AWAY)).toBe(1);
  expect(Math.abs(ratio(AWAY / 2))).toBeLessThan(0.02);
});

test('a scene without lights has the bytes that it always had', () => {
  const scene = mixedScene(8);
  const acceleration = buildAcceleration(scene.geometry);
  const bytes = packScene({ ...scene, lights: [] }, acceleration).bytes;
  expect(Buffer.compare(bytes, packScene(scene, acceleration).bytes)).toBe(0);
});

test('kernel and reference find lights alike, to the bit', () => {
  const mixed = mixedScene(24);
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
    lights: [
      {
        centre: [-5, 5, 3],
        right: [0.8, 0, 1.3],
        up: [0.7, -1.2, -0.4],
        radiance: [14, 12, 9],
        isOctagon: false,
      },
      { centre: [4, 0.4, 4], right: [1, 0, -1], up: [0, 1.5, 0], radiance: [5, 6, 8], isOctagon: true },
      { centre: [0, 4, 0], right: [1, 0, 0], up: [0, 0, 1], radiance: [6, 6, 6], isOctagon: true },
    ],
  };
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const [kernel, reference] = [openKernel(wasm, packed), openReference(packed)];
  const rays = traceAll(kernel, 4);
  expect(traceAll(reference, 4)).toBe(rays);
  expect(hashSums(reference)).toBe(hashSums(kernel));
  expect(reference.rejectedSamples()).toBe(0);
});

/** An upright wall of 2 by 2 on a dark floor; its front looks along Z, where a light hangs below the floor. */
function besideTable(distance: number): TracerScene {
  const { camera, ...rest } = sphereScene({}, 8);
  return {
    ...rest,
    geometry: soup([new PlaneGeometry(2, 2).translate(0, 1, 0)]),
    materials: [matt],
    sky: uniformSky(0),
    lights: [
      {
        centre: [0, -1, distance],
        right: [-1, 0, 0],
        up: [0, 0.6, 0],
        radiance: [RADIANCE, RADIANCE, RADIANCE],
        isOctagon: false,
      },
    ],
    floor: { y: 0, bounceColour: [0, 0, 0], reflection: 0 },
    camera: { ...camera, position: [0, 3, 9], target: [0, 1.5, 0], fovDegrees: 0.2 },
  };
}

test('a light below the floor shines past the edge of the table, and the table hides what is under it', () => {
  const limits = (['both', 'sky', 'surface'] as const).map((estimator) => ({ estimator, maxBounces: 1 }));
  // From 1.5 above the floor, a light 1 below it and 6 away crosses the floor 3.6 away; the table's radius is 1.8.
  const past = limits.map((limit) => measure(besideTable(6), 512, limit));
  for (const one of past) {
    const [first] = past;
    expect(one.mean).toBeGreaterThan(0.05);
    expect(Math.abs(one.mean - (first?.mean ?? 0))).toBeLessThan(
      4 * Math.hypot(one.error, first?.error ?? 0),
    );
  }
  for (const limit of limits) expect(measure(besideTable(1.6), 64, limit).mean).toBe(0);
});

test.each(GOBO_PATTERNS.slice(1))(
  'a light behind %s is the same in both integrators, bit for bit',
  (pattern) => {
    const gobo = { pattern, reach: 0.9 * AWAY, half: 0.4 };
    const scene: TracerScene = { ...mixedScene(), lights: [{ ...above, gobo }] };
    const packed = packScene(scene, buildAcceleration(scene.geometry));
    const [kernel, reference] = [openKernel(wasm, packed), openReference(packed)];
    const rays = traceAll(kernel, 4);
    expect(traceAll(reference, 4)).toBe(rays);
    expect(hashSums(reference)).toBe(hashSums(kernel));
    const plain = packScene({ ...scene, lights: [above] }, buildAcceleration(scene.geometry));
    const without = openKernel(wasm, plain);
    traceAll(without, 4);
    expect(hashSums(without)).not.toBe(hashSums(kernel));
  },
);

test('the bar of a window is dark where its shadow is sharp, and a half shadow where it is soft', () => {
  const behind = (reach: number): AreaLight => ({ ...above, gobo: { pattern: 'window', reach, half: 4 } });
  const free = measure(wallScene(), 256).mean;
  const sharp = measure(wallScene(null, [behind(AWAY)]), 256).mean;
  const soft = measure(wallScene(null, [behind(AWAY / 4)]), 256).mean;
  expect(sharp).toBeLessThan(0.01 * free);
  expect(soft).toBeGreaterThan(sharp);
  expect(soft).toBeLessThan(0.9 * free);
});
