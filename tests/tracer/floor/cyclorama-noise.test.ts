import { BoxGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { hangSun } from '../../../src/tracer/environment/hang-sun.ts';
import { addCyclorama, cycloramaMaterial } from '../../../src/tracer/floor/lay-cyclorama.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { chooseLightRig } from '../../../src/tracer/light/choose-light-rig.ts';
import { hangLights, RIG_FRAME, rigPlace } from '../../../src/tracer/light/hang-lights.ts';
import { denoise } from '../../../src/tracer/post/denoise.ts';
import { openFilters } from '../../../src/tracer/post/filter-passes.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { DEFAULT_TRACE_LIMITS, packScene, type TraceLimits } from '../../../src/tracer/scene/pack-scene.ts';
import type { AreaLight, Sky, TracerScene } from '../../../src/tracer/scene.ts';
import { readKernel, sceneMaterial, soup, traceAll } from '../../support/tracer-scenes.ts';

const wasm = readKernel();
const SIZE = 64;
const REFERENCE = 256;
/** Pixels along a patch that is compared: noise within it is seen less than from one to the next. */
const PATCH = 4;

const product = soup([
  new BoxGeometry(2, 3, 2).translate(0, 1.5, 0),
  new SphereGeometry(0.8, 32, 24).translate(2, 0.8, 0.8),
]);
const { bounds } = buildAcceleration(product);
const place = rigPlace(bounds);

/** A panorama that is brighter above, with a lamp in it. @param lamp Degrees from -Z to +X, above the horizon, and across. */
function panorama(light: number, lamp: readonly [number, number, number] | null, brightness = 0): Sky {
  const [widthPx, heightPx] = [256, 128];
  const radiance = new Float32Array(widthPx * heightPx * 3);
  const towards = (azimuth: number, elevation: number) => {
    const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
    return [Math.cos(e) * Math.sin(a), Math.sin(e), -Math.cos(e) * Math.cos(a)] as const;
  };
  for (let i = 0; i < widthPx * heightPx; i++) {
    const [x, y] = [(i % widthPx) + 0.5, Math.floor(i / widthPx) + 0.5];
    const here = towards((x / widthPx) * 360 - 180, 90 - (y / heightPx) * 180);
    let value = light * (1 + 0.5 * here[1]);
    if (lamp !== null) {
      const there = towards(lamp[0], lamp[1]);
      const cosine = here[0] * there[0] + here[1] * there[1] + here[2] * there[2];
      if (cosine > Math.cos((lamp[2] * Math.PI) / 360)) value += brightness;
    }
    radiance.set([value * 0.95, value, value * 1.1], i * 3);
  }
  return { widthPx, heightPx, radiance };
}

interface Light {
  readonly sky: Sky;
  readonly lights: readonly AreaLight[];
}

const house = hangLights(chooseLightRig(0, 0, 'studio'), place, RIG_FRAME, 0.8, [1, 1, 1]);
const sun = hangSun({ elevationDegrees: 45, degrees: 2, irradiance: [2, 1.9, 1.7] }, 140, place, 1);
const LIGHTS: readonly (readonly [string, Light])[] = [
  ['a panorama with a small, bright lamp', { sky: panorama(0.3, [165, 42, 9], 400), lights: [] }],
  ['a panorama whose lamp hangs behind the wall', { sky: panorama(0.3, [20, 42, 9], 400), lights: [] }],
  ['an overcast panorama', { sky: panorama(0.8, null), lights: [] }],
  ['the lights of the house', { sky: panorama(0.2, null), lights: house }],
  ['the sun', { sky: panorama(0.3, null), lights: [sun] }],
];

function open(light: Light, colour: number, limits: Partial<TraceLimits> = {}) {
  const cyclorama = { distance: 5, radius: 3.5, place, frame: RIG_FRAME, material: 2 };
  const geometry = addCyclorama(product, cyclorama, 0);
  const bounceColour = [colour, colour, colour] as const;
  const scene: TracerScene = {
    ...light,
    geometry,
    materials: [
      sceneMaterial({ baseColour: [0.6, 0.5, 0.4] }),
      sceneMaterial({ baseColour: [0.8, 0.1, 0.1] }),
      cycloramaMaterial(bounceColour),
    ],
    textures: [],
    textureFrame: null,
    floor: { y: 0, bounceColour, reflection: 0, cyclorama },
    camera: {
      position: [4, 5, 14],
      target: [0, 1.4, 0],
      up: [0, 1, 0],
      fovDegrees: 38,
      widthPx: SIZE,
      heightPx: SIZE,
    },
  };
  const acceleration = { ...buildAcceleration(geometry), bounds };
  return openKernel(wasm, packScene(scene, acceleration, { ...DEFAULT_TRACE_LIMITS, ...limits }));
}

/** Green of each pixel as the samples have it. */
function meansOf(kernel: ReturnType<typeof open>, samples: number): Float64Array {
  const { object, floor } = kernel.accumulation(samples);
  return Float64Array.from(
    { length: SIZE * SIZE },
    (_, i) => (object[i * 4 + 1]! + floor[i * 4 + 1]! - floor[i * 4 + 3]!) / samples,
  );
}

/** Of patches that show the cyclorama alone: how one picture's light differs from another's, as a share. */
function compare(
  green: ArrayLike<number>,
  wanted: ArrayLike<number>,
  isWall: (i: number) => boolean,
): number[] {
  const apart: number[] = [];
  for (let top = 0; top < SIZE; top += PATCH) {
    for (let left = 0; left < SIZE; left += PATCH) {
      const pixels = Array.from({ length: PATCH * PATCH }, (_, k) => {
        return (top + Math.floor(k / PATCH)) * SIZE + left + (k % PATCH);
      });
      if (!pixels.every(isWall)) continue;
      const sum = (of: ArrayLike<number>) => pixels.reduce((all, i) => all + of[i]!, 0);
      apart.push(sum(green) / sum(wanted) - 1);
    }
  }
  return apart;
}

test.each(LIGHTS)('drafts show a cyclorama without blotches by %s', async (_, light) => {
  const fine = open(light, 0.9);
  traceAll(fine, REFERENCE, 2);
  const wanted = meansOf(fine, REFERENCE);
  const { floor } = fine.accumulation(REFERENCE);
  const isWall = (i: number) => floor[i * 4 + 3] === REFERENCE;
  for (const [samples, most] of [
    [8, 0.014],
    [32, 0.008],
  ] as const) {
    const kernel = open(light, 0.9);
    traceAll(kernel, samples);
    const { object } = await denoise(kernel.accumulation(samples), openFilters(wasm));
    const green = Float64Array.from({ length: SIZE * SIZE }, (_, i) => object[i * 3 + 1]!);
    const apart = compare(green, wanted, isWall);
    const blotch = Math.sqrt(apart.reduce((sum, value) => sum + value * value, 0) / apart.length);
    expect(apart.length).toBeGreaterThan(100);
    expect(blotch).toBeLessThan(most);
  }
});

test.each(LIGHTS)('what is known of its light is what tracing finds, by %s', (_, light) => {
  // So dark that the edge of its net, 400 radii away, makes no difference to what its parts throw on each other.
  const [known, traced] = [open(light, 0.3), open(light, 0.3, { estimator: 'sky' })];
  traceAll(known, REFERENCE);
  traceAll(traced, REFERENCE);
  const { floor } = known.accumulation(REFERENCE);
  const apart = compare(
    meansOf(known, REFERENCE),
    meansOf(traced, REFERENCE),
    (i) => floor[i * 4 + 3] === REFERENCE,
  );
  const mean = apart.reduce((sum, value) => sum + value, 0) / apart.length;
  expect(Math.abs(mean)).toBeLessThan(0.015);
});
