import { PlaneGeometry } from 'three';
import { expect, test } from 'vitest';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { SceneCamera, ThinLens, TracerScene } from '../../../src/tracer/scene.ts';
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

const wasm = readKernel();
const FOV = 40;
const EXTENT = Math.tan((FOV * Math.PI) / 360);
const SIDE = 64;
const DISTANCE = 12;
const COLOUR = [0.8, 0.5, 0.2] as const;

/** A plate before a camera on the Z axis, nothing else. */
function plateScene(
  width: number,
  away: number,
  lens: ThinLens | undefined,
  camera: Partial<SceneCamera> = {},
  x = 0,
): TracerScene {
  const { camera: before, ...rest } = sphereScene({}, SIDE);
  return {
    ...rest,
    geometry: soup([new PlaneGeometry(width, width).translate(x, 0, DISTANCE - away)]),
    materials: [sceneMaterial({ baseColour: COLOUR, isUnlit: true })],
    camera: { ...before, position: [0, 0, DISTANCE], target: [0, 0, 0], fovDegrees: FOV, lens, ...camera },
  };
}

function trace(scene: TracerScene, samples: number) {
  const kernel = openScene(wasm, scene);
  traceAll(kernel, samples);
  return kernel.accumulation(samples);
}

const coverage = (scene: TracerScene, samples: number): number[] =>
  Array.from(trace(scene, samples).object)
    .filter((_, index) => index % 4 === 3)
    .map((sum) => sum / samples);

/** Circle of confusion of a point `d` away with the lens focused at `s`, in pixels: A f / (s - f) |d - s| / d on the sensor. */
function confusionPx(aperture: number, s: number, d: number): number {
  const sensor = 36;
  // The image of the sharp plane lies behind the lens where its side has the sensor's length.
  const image = sensor / 2 / EXTENT;
  const focal = (image * s) / (image + s);
  const onSensor = ((aperture * focal) / (s - focal)) * (Math.abs(d - s) / d);
  return (onSensor / sensor) * SIDE;
}

test.each([
  [0.5, 10, 7],
  [0.5, 10, 16],
  [0.25, 6, 12],
  [1.2, 14, 11],
])(
  'a point is blurred as the thin lens says: radius %s, focus %s, point %s',
  (radius, focusDistance, away) => {
    const width = 0.02 * away;
    const sums = coverage(plateScene(width, away, { radius, focusDistance }), 1_024);
    let [mass, spread, reach] = [0, 0, 0];
    sums.forEach((share, pixel) => {
      const [x, y] = [(pixel % SIDE) + 0.5 - SIDE / 2, Math.floor(pixel / SIDE) + 0.5 - SIDE / 2];
      mass += share;
      spread += share * (x * x + y * y);
      if (share > 0) reach = Math.max(reach, Math.hypot(x, y));
    });
    const confusion = confusionPx(2 * radius, focusDistance, away);
    const plate = (width / (2 * EXTENT * away)) * SIDE;
    // Mean square of a disc is half of its radius squared; the plate's and the pixel's own come on top.
    const wanted = confusion ** 2 / 8 + plate ** 2 / 6 + 1 / 6;
    expect(spread / mass / wanted).toBeCloseTo(1, 1);
    expect(Math.abs(spread / mass / wanted - 1)).toBeLessThan(0.04);
    expect(mass / plate ** 2).toBeCloseTo(1, 1);
    expect(reach).toBeLessThan(confusion / 2 + plate + 1.5);
  },
);

test('an edge fades as the disc that it cuts', () => {
  const lens = { radius: 0.6, focusDistance: 9 };
  const away = 15;
  const width = 400;
  const sums = coverage(plateScene(width, away, lens, {}, width / 2), 1_024);
  const half = confusionPx(1.2, 9, away) / 2;
  expect(half).toBeGreaterThan(2);
  for (let x = 0; x < SIDE; x++) {
    let mean = 0;
    for (let y = 24; y < 40; y++) mean += (sums[y * SIDE + x] ?? 0) / 16;
    const at = Math.min(1, Math.max(-1, (x + 0.5 - SIDE / 2) / half));
    const share = 0.5 + (at * Math.sqrt(1 - at * at) + Math.asin(at)) / Math.PI;
    expect(Math.abs(mean - share), `column ${x}`).toBeLessThan(0.02);
  }
});

test('what stands in the plane of focus is as sharp as through a pinhole', () => {
  const pinhole = coverage(plateScene(3.3, 9, undefined), 16);
  const sharp = coverage(plateScene(3.3, 9, { radius: 0.8, focusDistance: 9 }), 16);
  const blurred = coverage(plateScene(3.3, 9, { radius: 0.8, focusDistance: 12 }), 16);
  const apart = (a: number[], b: number[]) =>
    a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0);
  expect(apart(sharp, pinhole)).toBeLessThan(0.5);
  expect(apart(blurred, pinhole)).toBeGreaterThan(20);
});

test('albedo and normals of a blurred pixel are averages over the lens, premultiplied by what it covers', () => {
  const { object, albedo, normal } = trace(plateScene(2, 16, { radius: 1, focusDistance: 8 }), 64);
  let partly = 0;
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const covered = object[pixel * 4 + 3] ?? 0;
    if (covered > 8 && covered < 56) partly++;
    COLOUR.forEach((value, channel) => {
      expect(albedo[pixel * 3 + channel]).toBeCloseTo(covered * value, 3);
    });
    expect(normal[pixel * 3 + 2]).toBeCloseTo(covered, 3);
  }
  expect(partly).toBeGreaterThan(50);
});

test('a shifted lens shows what a wider picture has there', () => {
  const shift = [0.375, -0.25] as const;
  const base = mixedScene(SIDE);
  const shown = coverage({ ...base, camera: { ...base.camera, shift } }, 64);
  const wide = 2 * SIDE;
  const fovDegrees = (Math.atan(2 * Math.tan((base.camera.fovDegrees * Math.PI) / 360)) * 360) / Math.PI;
  const whole = coverage(
    { ...base, camera: { ...base.camera, fovDegrees, widthPx: wide, heightPx: wide } },
    64,
  );
  const [left, top] = [SIDE / 2 + shift[0] * SIDE, SIDE / 2 - shift[1] * SIDE];
  let [apart, covered] = [0, 0];
  shown.forEach((share, pixel) => {
    const at = (Math.floor(pixel / SIDE) + top) * wide + (pixel % SIDE) + left;
    apart += Math.abs(share - (whole[at] ?? Number.NaN));
    covered += share;
  });
  expect(covered).toBeGreaterThan(100);
  expect(apart / covered).toBeLessThan(0.02);
});

test('a lens that reaches below the floor sees no underside', () => {
  const base = mixedScene(SIDE);
  const camera: SceneCamera = {
    ...base.camera,
    position: [0, 0.4, 9],
    target: [0, 0.4, 0],
    shift: [0, -0.8],
    lens: { radius: 1, focusDistance: 8 },
  };
  const { object, floor } = trace({ ...base, camera }, 32);
  // Everything below the horizon is product or floor.
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    expect((object[pixel * 4 + 3] ?? 0) + (floor[pixel * 4 + 3] ?? 0)).toBeCloseTo(32, 2);
  }
});

test('the kernel and the reference integrator give the same bits through a shifted lens', () => {
  const base = mixedScene(24);
  const lens = { radius: 0.5, focusDistance: 8 };
  const scene: TracerScene = { ...base, camera: { ...base.camera, shift: [0.1, 0.2], lens } };
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const kernel = openKernel(wasm, packed);
  const reference = openReference(packed);
  expect(traceAll(reference, 8)).toBe(traceAll(kernel, 8));
  expect(hashSums(reference)).toBe(hashSums(kernel));
  const sharp = openScene(wasm, base);
  traceAll(sharp, 8);
  expect(hashSums(sharp)).not.toBe(hashSums(kernel));
});
