import { CircleGeometry, PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import type { Kernel } from '../../../src/tracer/kernel/kernel.ts';
import type { SceneMaterial, Sky, TracerScene } from '../../../src/tracer/scene.ts';
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

/**
 * What arrives straight below a ball of glass of radius 1 over a black floor, by Snell's and Fresnel's laws: all ways of the
 * light lie in one plane with the ball's axis.
 *
 * @param height Of the ball's lowest point. @param absorption Per length in the glass. @param sky Radiance by its y.
 */
function belowGlass(height: number, absorption: number, sky: (y: number) => number): number {
  const [ior, count] = [1.5, 4_000];
  const reflect = (cosine: number, eta: number): readonly [share: number, bentCosine: number] => {
    const sine = eta * eta * (1 - cosine * cosine);
    if (sine >= 1) return [1, 0];
    const bent = Math.sqrt(1 - sine);
    const across = (eta * cosine - bent) / (eta * cosine + bent);
    const along = (eta * bent - cosine) / (eta * bent + cosine);
    return [(across * across + along * along) / 2, bent];
  };
  const seen = (y: number): number => (y > 0 ? sky(y) : 0);
  const arriving = (dx: number, dy: number): number => {
    const centre = 1 + height;
    const nearest = dy * centre;
    const square = nearest * nearest - centre * centre + 1;
    if (square <= 0 || nearest <= 0) return seen(dy);
    const way = nearest - Math.sqrt(square);
    let [x, y] = [way * dx, way * dy - centre];
    const cosine = -(dx * x + dy * y);
    const [mirrored, bent] = reflect(cosine, 1 / ior);
    let sum = mirrored * seen(dy + 2 * cosine * y);
    let [ix, iy] = [dx, dy].map((d, k) => d / ior + (cosine / ior - bent) * (k === 0 ? x : y)) as [
      number,
      number,
    ];
    let left = 1 - mirrored;
    for (let i = 0; i < 40 && left > 1e-6; i++) {
      const chord = -2 * (ix * x + iy * y);
      [x, y] = [x + ix * chord, y + iy * chord];
      left *= Math.exp(-absorption * chord);
      const inner = ix * x + iy * y;
      const [back, out] = reflect(inner, ior);
      if (back < 1) sum += left * (1 - back) * seen(iy * ior + (out - ior * inner) * y);
      left *= back;
      [ix, iy] = [ix - 2 * inner * x, iy - 2 * inner * y];
    }
    return sum;
  };
  let [lit, free] = [0, 0];
  for (let i = 0; i < count; i++) {
    const share = (i + 0.5) / count;
    lit += arriving(Math.sqrt(share), Math.sqrt(1 - share));
    free += seen(Math.sqrt(1 - share));
  }
  return lit / free;
}

/** Brighter towards the horizon or the zenith. */
function slopedSky(sky: (y: number) => number): Sky {
  const [widthPx, heightPx] = [8, 512];
  const radiance = new Float32Array(widthPx * heightPx * 3);
  for (let at = 0; at < radiance.length; at++) {
    const row = Math.floor(at / (widthPx * 3));
    radiance[at] = sky(Math.cos((Math.PI * (row + 0.5)) / heightPx));
  }
  return { widthPx, heightPx, radiance };
}

test.each<readonly [string, number, number, (y: number) => number]>([
  ['in an even dome, where it touches the floor', 0.01, 0, () => 1],
  ['in an even dome, where it hangs', 1, 0, () => 1],
  ['of a tinted ball', 0.25, 0.5, () => 1],
  ['of a tinted ball that touches the floor', 0.01, 0.5, () => 1],
  ['where the light comes from the sides', 0.01, 0, (y) => Math.max(0, 1.2 - 1.2 * y)],
  ['where the light comes from above', 0.25, 0, (y) => y * y],
])(
  'below a ball of glass as much light is left as the laws of refraction say: %s',
  (_, height, absorption, sky) => {
    const ball = soup([new SphereGeometry(1, 256, 128).translate(0, 1 + height, 0)]);
    const scene = floorScene(
      ball,
      {
        transmission: 1,
        thickness: 1,
        roughness: 0,
        ior: 1.5,
        attenuationDistance: absorption > 0 ? 1 / absorption : Number.POSITIVE_INFINITY,
        attenuationColour: absorption > 0 ? [Math.exp(-1), 1, Math.exp(-1)] : [1, 1, 1],
      },
      0,
    );
    const kernel = openScene(
      wasm,
      {
        ...scene,
        sky: slopedSky(sky),
        floor: { y: 0, bounceColour: [0, 0, 0], reflection: 0 },
        // Comes in under the ball, so that it sees the place and nothing around it.
        camera: { ...scene.camera, position: [0, height / 4, 4], fovDegrees: 2e-5 },
      },
      { maxBounces: 12, indirectClamp: 1e9 },
    );
    // A sample looks for bent light once.
    traceAll(kernel, 2048);
    const [red, green] = ratio(kernel);
    expect(Math.abs(red! - belowGlass(height, absorption, sky))).toBeLessThan(0.012);
    expect(Math.abs(green! - belowGlass(height, 0, sky))).toBeLessThan(0.012);
  },
);

test('what solid glass bends is found among area lights as well', () => {
  const light = {
    centre: [0, 6, 0],
    right: [3, 0, 0],
    up: [0, 0, 3],
    radiance: [4, 4, 4],
    isOctagon: false,
  } as const;
  const below = (height: number) => {
    const scene = floorScene(
      soup([new SphereGeometry(1, 128, 64).translate(0, 1 + height, 0)]),
      { transmission: 1, thickness: 1, roughness: 0, ior: 1.5 },
      0,
    );
    const kernel = openScene(
      wasm,
      {
        ...scene,
        sky: uniformSky(0.05),
        lights: [light],
        camera: { ...scene.camera, position: [0, height / 4, 4], fovDegrees: 2e-5 },
      },
      { maxBounces: 12, indirectClamp: 1e9 },
    );
    traceAll(kernel, 512);
    return ratio(kernel)[0]!;
  };
  // The ball is a burning glass: what it gathers from the light above it falls where it nearly stands.
  expect(below(0.4)).toBeGreaterThan(1.3);
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
