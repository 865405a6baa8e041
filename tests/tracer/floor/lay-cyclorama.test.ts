import { PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { addCyclorama, cycloramaMaterial } from '../../../src/tracer/floor/lay-cyclorama.ts';
import { irradianceOf } from '../../../src/tracer/light/area-light.ts';
import { RIG_FRAME } from '../../../src/tracer/light/hang-lights.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import type { AreaLight, SceneMaterial, TracerScene } from '../../../src/tracer/scene.ts';
import {
  openScene,
  readKernel,
  sceneMaterial,
  soup,
  traceAll,
  uniformSky,
} from '../../support/tracer-scenes.ts';

const wasm = readKernel();
const SWEEP = { distance: 5, radius: 3.5 };
const NO_PRODUCT = [-0.5, 0, -0.5, 0.5, 1, 0.5] as const;
const DARK = uniformSky(0);

/** A softbox that hangs before the product and shines on its middle. */
const softbox: AreaLight = {
  centre: [-1, 4, 3],
  right: [-1.2, 0, 0],
  up: [0, 0.6, -0.8],
  radiance: [10, 10, 10],
  isOctagon: false,
};

interface Seen {
  readonly colour?: number;
  readonly sweep?: { readonly distance: number; readonly radius: number };
  readonly sky?: TracerScene['sky'];
  readonly lights?: readonly AreaLight[];
  readonly product?: readonly [TracerScene['geometry'], SceneMaterial];
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  readonly fovDegrees?: number;
  readonly size?: readonly [number, number];
}

/** A cyclorama around a product of radius 1 that stands on the origin. */
function openSweep(seen: Seen, samples: number, maxBounces = 12) {
  const { colour = 0.5, sweep = SWEEP, sky = DARK, lights = [], from, to, fovDegrees = 0.02 } = seen;
  const [geometry, material] = seen.product ?? [soup([]), sceneMaterial()];
  const place = { middle: [0, 0.6, 0], radius: 1 } as const;
  const cyclorama = { ...sweep, place, frame: RIG_FRAME, material: 1 };
  const whole = addCyclorama(geometry, cyclorama, 0);
  const [widthPx, heightPx] = seen.size ?? [8, 8];
  const scene: TracerScene = {
    geometry: whole,
    materials: [material, cycloramaMaterial([colour, colour, colour])],
    textures: [],
    textureFrame: null,
    sky,
    lights,
    floor: { y: 0, bounceColour: [colour, colour, colour], reflection: 0, cyclorama },
    camera: { position: from, target: to, up: [0, 1, 0], fovDegrees, widthPx, heightPx },
  };
  const limits = { maxBounces, indirectClamp: 1e9 };
  const kernel = openScene(wasm, scene, limits, { ...buildAcceleration(whole), bounds: NO_PRODUCT });
  traceAll(kernel, samples);
  return kernel.accumulation(samples);
}

/** Sum of a channel of what is seen: what the product changes on the cyclorama stands beside that. */
function sumOf({ object, floor }: ReturnType<typeof openSweep>, k = 0): number {
  let sum = 0;
  for (let at = 0; at < object.length; at += 4)
    sum += (object[at + k] ?? 0) + (floor[at + k] ?? 0) - (floor[at + 3] ?? 0);
  return sum;
}

/** Mean red of what is seen. */
function radiance(seen: Seen, samples = 512, maxBounces?: number): number {
  const sums = openSweep(seen, samples, maxBounces);
  return sumOf(sums) / samples / (sums.object.length / 4);
}

test.each([
  [0, 0],
  [0.7, 1.4],
  [-2, 0.4],
])('its floor is lit by a softbox as a surface is, at %d, %d', (x, z) => {
  // So dark that what its parts throw on each other is 1 % at most.
  const colour = 0.01;
  const seen = radiance({ colour, lights: [softbox], from: [x, 3, z + 4], to: [x, 0, z] });
  const expected = (colour * 10 * irradianceOf(softbox, [x, 0, z], [0, 1, 0], 0)) / Math.PI;
  expect(Math.abs(seen / expected - 1)).toBeLessThan(0.015);
});

test.each([
  [0.2, [0, 0, -3]],
  [0.5, [0, 0, -3]],
  [0.8, [0, 0, -3]],
  [0.8, [1, 2, -5]],
] as const)('two endless planes of albedo %d throw on each other what the series says', (colour, to) => {
  // A point of either sees half sky, half the other plane, whose radiosity is the same: B = a (1/2 + B/2).
  const from = [to[0], to[1] + 2, to[2] + 3] as const;
  const seen = radiance(
    { colour, sweep: { distance: 5, radius: 0.2 }, sky: uniformSky(), from, to },
    512,
    40,
  );
  expect(Math.abs(seen / (colour / (2 - colour)) - 1)).toBeLessThan(0.015);
});

test('nobody sees where the floor ends and the curve begins, or where the curve becomes a wall', () => {
  const [width, height] = [32, 64];
  const samples = 256;
  const view = { from: [0, 6, 7], to: [0, 1.6, -4], fovDegrees: 40 } as const;
  const { object } = openSweep(
    { ...view, lights: [softbox], sky: uniformSky(0.2), size: [width, height] },
    samples,
  );
  const rows = Array.from({ length: height }, (_, y) => {
    let sum = 0;
    for (let x = 0; x < width; x++) sum += object[(y * width + x) * 4] ?? 0;
    return sum / width / samples;
  });
  expect(rows.every((row) => row > 0)).toBe(true);
  const steps = rows.slice(1).map((row, y) => (row - rows[y]!) / rows[y]!);
  // The light falls off by a few percent from row to row; a joint would be a step that its neighbours do not have.
  const bends = steps.slice(1).map((step, y) => Math.abs(step - steps[y]!));
  expect(Math.max(...steps.map(Math.abs))).toBeLessThan(0.05);
  expect(Math.max(...bends)).toBeLessThan(0.015);
});

test('it covers all that is before it, and from below the floor it is not there', () => {
  const wide = { from: [0, 1.2, 9], to: [0, 1, 0], fovDegrees: 100, sky: uniformSky() } as const;
  const { object } = openSweep(wide, 4);
  expect([...object].every((value, i) => i % 4 !== 3 || value === 4)).toBe(true);
  const board = soup([new PlaneGeometry(1, 1).rotateX(Math.PI / 2).translate(0, 0.1, 0)]);
  const product = [board, sceneMaterial({ baseColour: [0.9, 0, 0], specular: 0, isUnlit: true })] as const;
  const below = openSweep({ ...wide, product, from: [0, -5, 0.1], to: [0, 0, 0], fovDegrees: 1 }, 4);
  expect(below.object[0]).toBeGreaterThan(0);
  expect(below.object[1]).toBe(0);
});

test('it stops a light that hangs behind its wall, and not one before it', () => {
  const board = soup([new PlaneGeometry(1, 1).rotateY(Math.PI).translate(0, 1, 0)]);
  const ofBoard = (z: number) => {
    const lights: AreaLight[] = [{ ...softbox, centre: [0, 1.5, z], right: [0.8, 0, 0], up: [0, 0.8, 0] }];
    // Looks at the board's far side from between it and the wall.
    return radiance(
      { colour: 0, lights, product: [board, sceneMaterial()], from: [0, 1, -2], to: [0, 1, 0] },
      64,
      2,
    );
  };
  expect(ofBoard(-4)).toBeGreaterThan(0.05);
  expect(ofBoard(-6)).toBe(0);
});

test('a light that flags keep from it lights the product alone', () => {
  const board = soup([new PlaneGeometry(1, 1).rotateX(-Math.PI / 2).translate(0, 1, 0)]);
  const seen = (light: AreaLight, to: readonly [number, number, number]) => {
    const product = [board, sceneMaterial({ specular: 0, roughness: 1 })] as const;
    return radiance({ lights: [light], product, from: [0, 4, 0.1], to }, 64, 1);
  };
  const flagged = { ...softbox, isFlagged: true };
  expect(seen(softbox, [1.5, 0, 0])).toBeGreaterThan(0.05);
  expect(seen(flagged, [1.5, 0, 0])).toBe(0);
  expect(seen(flagged, [0, 1, 0])).toBeCloseTo(seen(softbox, [0, 1, 0]), 1);
});

test('a product throws its shadow and its colour on it', () => {
  const ball = soup([new SphereGeometry(0.6, 64, 48).translate(0, 0.6, 0)]);
  const red = sceneMaterial({ baseColour: [0.9, 0.05, 0.05], specular: 0, roughness: 1 });
  const view = { colour: 0.8, lights: [softbox], from: [0, 3, 4], to: [0.5, 0, -0.7] } as const;
  const at = (product?: Seen['product']) => {
    const sums = openSweep(product === undefined ? view : { ...view, product }, 512);
    return { red: sumOf(sums), green: sumOf(sums, 1) };
  };
  const [bare, shaded] = [at(), at([ball, red])];
  expect(shaded.green).toBeLessThan(bare.green * 0.7);
  expect(shaded.red / shaded.green).toBeGreaterThan(1.02);
  expect(Math.abs(bare.red / bare.green - 1)).toBeLessThan(1e-6);
});
