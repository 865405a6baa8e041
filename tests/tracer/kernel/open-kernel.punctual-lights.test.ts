import { PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { FILE_LIGHTS_MAX } from '../../../src/contract/constants.ts';
import { PROFILE_ROWS } from '../../../src/tracer/kernel/layout.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { readIes } from '../../../src/tracer/light/read-ies.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene, type TraceLimits } from '../../../src/tracer/scene/pack-scene.ts';
import type { PunctualLight, SceneMaterial, TracerScene } from '../../../src/tracer/scene.ts';
import { everyDegrees, makeIes } from '../../support/ies.ts';
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
const ALBEDO = 0.6;
const INTENSITY = 40;
const matt = sceneMaterial({ baseColour: [ALBEDO, ALBEDO, ALBEDO], specular: 0, roughness: 1 });
const alone: Partial<TraceLimits> = { maxBounces: 1 };
const measure = (scene: TracerScene, samples = 64, limits = alone) =>
  measureRed(wasm, scene, samples, limits);

/** Shines all round, two units over the origin and one aside. */
const point: PunctualLight = {
  isFar: false,
  position: [1, 0, 2],
  direction: [0, 0, -1],
  irradiance: [INTENSITY, INTENSITY, INTENSITY],
  range: Number.POSITIVE_INFINITY,
  cone: null,
};
/** What the point light gives at the origin of a wall that looks along Z: I cos / d^2. */
const BARE = (INTENSITY * (2 / Math.sqrt(5))) / 5;

/** A matt wall in the dark, looked at in the origin, from the side. */
function wallScene(lights: readonly PunctualLight[], between: SceneMaterial | null = null): TracerScene {
  const { camera, ...rest } = sphereScene({}, 8);
  const pane = between === null ? [] : [new PlaneGeometry(8, 8).translate(0, 0, 1)];
  return {
    ...rest,
    geometry: soup([new PlaneGeometry(40, 40), ...pane]),
    materials: [matt, ...(between === null ? [] : [between])],
    sky: uniformSky(0),
    punctualLights: lights,
    camera: { ...camera, position: [3, 0, 0.6], target: [0, 0, 0], up: [0, 0, 1], fovDegrees: 0.2 },
  };
}

/** Radiance of the wall, as irradiance. */
const arriving = (lights: readonly PunctualLight[], between: SceneMaterial | null = null) => {
  const { mean } = measure(wallScene(lights, between));
  return (mean * Math.PI) / ALBEDO;
};

test('a point light gives I cos / d^2', () => {
  expect(arriving([point]) / BARE).toBeCloseTo(1, 2);
});

test('its range ends it by the window of the specification', () => {
  const window = (range: number) => Math.max(0, 1 - (Math.sqrt(5) / range) ** 4);
  expect(arriving([{ ...point, range: 3 }]) / BARE).toBeCloseTo(window(3), 2);
  expect(arriving([{ ...point, range: 10 }]) / BARE).toBeCloseTo(window(10), 2);
  expect(arriving([{ ...point, range: 2.2 }])).toBe(0);
});

test('a spot falls from the inner to the outer angle as the specification says', () => {
  const [inner, outer] = [0.3, 0.7];
  const scale = 1 / Math.max(0.001, Math.cos(inner) - Math.cos(outer));
  /** A spot that looks down and aside, so that the origin is off its axis by an angle. */
  const spot = (off: number): PunctualLight => {
    const to = [-1 / Math.sqrt(5), -2 / Math.sqrt(5)] as const;
    const [c, s] = [Math.cos(off), Math.sin(off)];
    const direction = [to[0] * c - to[1] * s, 0, to[0] * s + to[1] * c] as const;
    return { ...point, direction, cone: { scale, offset: -Math.cos(outer) * scale } };
  };
  for (const off of [0, 0.29, 0.5, 0.65]) {
    const share = Math.min(1, Math.max(0, Math.cos(off) * scale - Math.cos(outer) * scale)) ** 2;
    expect(arriving([spot(off)]) / BARE, `${off}`).toBeCloseTo(share, 2);
  }
  expect(arriving([spot(0.72)])).toBe(0);
  expect(arriving([spot(2)])).toBe(0);
});

test('a directional light gives its irradiance times the cosine, wherever it stands, and nothing from behind', () => {
  const sun: PunctualLight = { ...point, isFar: true, direction: [0, 0.6, -0.8], irradiance: [3, 2, 1] };
  expect(arriving([sun])).toBeCloseTo(2.4, 2);
  expect(arriving([{ ...sun, position: [0, 0, -100] }])).toBeCloseTo(2.4, 2);
  expect(arriving([{ ...sun, direction: [0, 0.6, 0.8] }])).toBe(0);
});

test('a profile gives I(angle) cos / d^2 of its candela, wherever the light is turned', () => {
  const candela = (v: number) => 100 * Math.max(0, 1 - v / 60);
  const round = readIes(makeIes(everyDegrees(0, 90, 5), [0], candela));
  /** From the point light to the origin, and the same plane's other direction. */
  const [to, off] = [
    [-1 / Math.sqrt(5), 0, -2 / Math.sqrt(5)],
    [-2 / Math.sqrt(5), 0, 1 / Math.sqrt(5)],
  ] as const;
  const turned = (degrees: number): PunctualLight['direction'] => {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return [to[0] * c + off[0] * s, 0, to[2] * c + off[2] * s];
  };
  for (const degrees of [3, 7, 20, 33.5, 58]) {
    const profile = { table: round!.profile, right: [0, 1, 0] as const };
    const share = candela(degrees) / 100;
    expect(arriving([{ ...point, direction: turned(degrees), profile }]) / BARE, `${degrees}`).toBeCloseTo(
      share,
      2,
    );
  }
  const behind = { table: round!.profile, right: [0, 1, 0] as const };
  expect(arriving([{ ...point, direction: [-to[0], 0, -to[2]], profile: behind }])).toBe(0);
  const skew = readIes(makeIes(everyDegrees(0, 180, 5), everyDegrees(0, 360, 15), (_, h) => h % 360));
  for (const heading of [15, 100, 200, 300]) {
    // The origin lies 40 degrees off the axis, at this horizontal angle: right-handed about the axis from the right.
    const [c, s] = [Math.cos((heading * Math.PI) / 180), Math.sin((heading * Math.PI) / 180)];
    const axis = turned(-40);
    const away = turned(50);
    const side = [0, axis[2] * away[0] - axis[0] * away[2], 0] as const;
    const right = [away[0] * c, -side[1] * s, away[2] * c] as const;
    const profile = { table: skew!.profile, right };
    const measured = arriving([{ ...point, direction: axis, profile }]) / BARE;
    expect(measured, `${heading}`).toBeCloseTo(heading / 345, 2);
  }
});

test('as many as may be light a wall as the sum of all, beside the sky', () => {
  const many = Array.from({ length: FILE_LIGHTS_MAX }, (_, i) => ({
    ...point,
    position: [i - 7, (i % 3) - 1, 1 + (i % 4)] as const,
    irradiance: [1 + i, 1, 1] as const,
  }));
  const wanted = many.reduce((sum, { position: [x, y, z], irradiance: [red] }) => {
    return sum + (red * z) / (x * x + y * y + z * z) ** 1.5;
  }, 0);
  const scene = { ...wallScene(many), sky: uniformSky(0.5) };
  const { mean, error } = measure(scene, 256);
  const all = (ALBEDO * wanted) / Math.PI + ALBEDO * 0.5;
  expect(Math.abs(mean - all), `${mean} ${all}`).toBeLessThan(4 * error + 0.002 * all);
});

test('what stands between keeps its light, colours it or lets half of it through', () => {
  expect(arriving([point], matt)).toBe(0);
  const veil = sceneMaterial({
    alphaMode: 'blend',
    alpha: 0.4,
    isDoubleSided: true,
    specular: 0,
    roughness: 1,
  });
  expect(arriving([point], veil) / BARE).toBeGreaterThan(0.55);
  expect(arriving([point], veil) / BARE).toBeLessThan(0.75);
});

test('a sphere gives back no more light than arrives of it', () => {
  const total = (material: Partial<SceneMaterial>): number => {
    const sun: PunctualLight = { ...point, isFar: true, direction: [0, 0, -1], irradiance: [1, 1, 1] };
    const { camera, ...rest } = sphereScene(material, 32);
    const seen = { ...camera, position: [0, 0, 60] as const, fovDegrees: 2.4 };
    const scene = { ...rest, camera: seen, sky: uniformSky(0), punctualLights: [sun] };
    return measure(scene, 64).mean;
  };
  // A Lambert sphere in full light has two thirds of the radiance of a disc that faces it.
  const disc = Math.PI / (2 * 60 * Math.tan((1.2 * Math.PI) / 180)) ** 2;
  const white = total({ baseColour: [1, 1, 1], specular: 0, roughness: 1 });
  expect(white / disc).toBeCloseTo(2 / 3 / Math.PI, 2);
  const glossy = total({ baseColour: [1, 1, 1], roughness: 0 });
  expect(Number.isFinite(glossy)).toBe(true);
  expect(glossy).toBeLessThan(white * 1.6);
});

/** A ball over a floor below a light and, if wanted, a sky. */
function floorScene(lights: readonly PunctualLight[], sky = 0): TracerScene {
  return {
    ...sphereScene({}, 24),
    geometry: soup([new SphereGeometry(1, 48, 32).translate(0, 3, 0)]),
    materials: [sceneMaterial({ baseColour: [0, 0, 0], specular: 0, roughness: 1 })],
    sky: uniformSky(sky),
    punctualLights: lights,
    floor: { y: 0, bounceColour: [0, 0, 0], reflection: 0 },
    camera: {
      position: [0, 1.5, 12],
      target: [0, 0, 0],
      up: [0, 1, 0],
      fovDegrees: 2,
      widthPx: 24,
      heightPx: 24,
    },
  };
}

/** Mean light of the floor over its unblocked light, below the ball. */
const floorRatio = (scene: TracerScene): number => {
  const kernel = openScene(wasm, scene);
  traceAll(kernel, 64);
  const { floor } = kernel.accumulation(64);
  let [sum, covered] = [0, 0];
  for (let i = 0; i < floor.length; i += 4) {
    sum += floor[i]!;
    covered += floor[i + 3]!;
  }
  return sum / covered;
};

test('the floor is dark where the product stands before the light, and as it was where it does not', () => {
  const above: PunctualLight = { ...point, position: [0, 6, 0], direction: [0, -1, 0] };
  expect(floorRatio(floorScene([above]))).toBeCloseTo(0, 3);
  expect(floorRatio(floorScene([{ ...above, position: [6, 2, 0] }]))).toBeCloseTo(1, 3);
  // Beside a sky of irradiance pi, of which the ball hides its own share, a ninth.
  const both = floorRatio(floorScene([{ ...above, irradiance: [36 * Math.PI, 0, 0] }], 1));
  expect(both).toBeCloseTo((1 - 1 / 9) / 2, 1);
});

test('the floor hides a light that is below it', () => {
  const below: PunctualLight = { ...point, position: [0, -4, 0] };
  const up: PunctualLight = { ...point, isFar: true, direction: [0, 1, 0] };
  const scene = floorScene([below, up]);
  const dark = packScene(floorScene([]), buildAcceleration(scene.geometry));
  expect(packScene(scene, buildAcceleration(scene.geometry)).bytes).toEqual(dark.bytes);
});

test('the kernel and the reference give the same bits by lights of a file, and others than without', () => {
  const scene = mixedScene(32);
  const acceleration = buildAcceleration(scene.geometry);
  const trace = (punctualLights: readonly PunctualLight[]): string => {
    const packed = packScene({ ...scene, punctualLights }, acceleration);
    const [kernel, reference] = [openKernel(wasm, packed), openReference(packed)];
    traceAll(kernel, 8);
    traceAll(reference, 8);
    expect(hashSums(reference)).toBe(hashSums(kernel));
    expect(kernel.rejectedSamples()).toBe(0);
    return hashSums(kernel);
  };
  const spot: PunctualLight = {
    ...point,
    position: [-2, 5, 3],
    direction: [0.3, -0.9, -0.316],
    irradiance: [30, 20, 10],
    range: 12,
    cone: { scale: 4, offset: -2.8 },
  };
  const sun: PunctualLight = { ...point, isFar: true, direction: [-0.6, -0.8, 0], irradiance: [1, 2, 3] };
  const lamp = readIes(makeIes(everyDegrees(0, 90, 10), everyDegrees(0, 180, 30), (v, h) => 90 - v + h));
  const { cone: _, ...bare } = spot;
  const profiled = (columns: number): PunctualLight => ({
    ...bare,
    cone: null,
    profile: {
      table: columns === 1 ? { columns, shares: lamp!.profile.shares.slice(0, PROFILE_ROWS) } : lamp!.profile,
      right: [0.9487, 0.3162, 0],
    },
  });
  const pictures = [
    trace([]),
    trace([{ ...point, position: [2, 4, 2] }]),
    trace([spot]),
    trace([sun, spot]),
    trace([profiled(2), sun]),
    trace([sun, profiled(1), profiled(2), profiled(2)]),
  ];
  expect(new Set(pictures).size).toBe(6);
  // As it was before files had lights.
  expect(pictures[0]).toBe('4f3c6d00');
});
