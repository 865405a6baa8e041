import { BoxGeometry, CircleGeometry, PlaneGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import type { Kernel } from '../../../src/tracer/kernel/kernel.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { findOpenMaterials } from '../../../src/tracer/scene/find-open-materials.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { SceneMaterial, TracerScene } from '../../../src/tracer/scene.ts';
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
import { openReference } from '../reference/open-reference.ts';

const wasm = readKernel();
const SAMPLES = 64;

function trace(scene: TracerScene): Kernel {
  const kernel = openScene(wasm, scene);
  traceAll(kernel, SAMPLES);
  return kernel;
}

/** Mean red of the product, where it shows. */
function brightness(scene: TracerScene): number {
  const { object } = trace(scene).accumulation(SAMPLES);
  let [light, share] = [0, 0];
  for (let i = 0; i < object.length; i += 4) {
    light += object[i]!;
    share += object[i + 3]!;
  }
  return light / share;
}

/** A matt white wall that faces the camera and the softbox, and before it a black sheet that faces the wall. */
function screenedWall(sheet: Partial<SceneMaterial> | null): TracerScene {
  const wall = new PlaneGeometry(20, 20).rotateY(Math.PI);
  return {
    ...sphereScene({}),
    geometry: soup(sheet ? [wall, new PlaneGeometry(8, 8).translate(0, 0, -0.5)] : [wall]),
    materials: [
      sceneMaterial({ roughness: 1, specular: 0 }),
      sceneMaterial({ baseColour: [0, 0, 0], specular: 0, ...sheet }),
    ],
    sky: softboxSky(),
    camera: { ...sphereScene({}).camera, position: [5, 0, -0.4], target: [0, 0, -0.2] },
  };
}

test('light falls through the back of a single-sided sheet as the view does', () => {
  const open = brightness(screenedWall(null));
  // All of the softbox; of the dome, what scattered rays would have found is missing.
  expect(brightness(screenedWall({})) / open).toBeGreaterThan(0.4);
  expect(brightness(screenedWall({ isDoubleSided: true })) / open).toBeLessThan(0.2);
});

test('a room of single-sided walls is lit through the backs of those that are not drawn', () => {
  const room = (isDoubleSided: boolean): TracerScene => ({
    ...sphereScene({}),
    geometry: soup([new BoxGeometry(2, 2, 2).scale(-1, 1, 1), new SphereGeometry(0.5, 32, 24)], [0, 1]),
    materials: [
      sceneMaterial({ baseColour: [0.5, 0.5, 0.5], isDoubleSided }),
      sceneMaterial({ metalness: 1, roughness: 0.1 }),
    ],
    camera: { ...sphereScene({}).camera, position: [0, 0, isDoubleSided ? 0.9 : 6] },
  });
  expect(brightness(room(false))).toBeGreaterThan(0.2);
  expect(brightness(room(true))).toBe(0);
});

test('a closed product looks the same single-sided and double-sided: nothing shines in', () => {
  // The sheet under the floor keeps the material from counting as closed.
  const parts = [
    new SphereGeometry(1, 48, 32),
    new SphereGeometry(0.7, 48, 32).translate(0.9, 0.9, 0.6),
    new BoxGeometry(0.8, 0.8, 0.8).rotateY(0.6).translate(-0.8, 0.1, 0.9),
    new PlaneGeometry(1, 1).rotateX(Math.PI / 2).translate(0, -5, 0),
  ];
  const balls = (isDoubleSided: boolean): TracerScene => ({
    ...sphereScene({ roughness: 0.4, isDoubleSided }),
    geometry: soup(parts, [0, 0, 0, 0]),
    sky: softboxSky(),
    floor: { y: -1, bounceColour: [0.6, 0.6, 0.6], reflection: 0.5 },
  });
  expect(findOpenMaterials(balls(false).geometry, 1)).toEqual([true]);
  expect(hashSums(trace(balls(false)))).toBe(hashSums(trace(balls(true))));
});

test('a single-sided table top that looks up shades what is below as a double-sided one does', () => {
  const table = (isDoubleSided: boolean): TracerScene => ({
    ...sphereScene({}),
    geometry: soup([
      new SphereGeometry(0.6, 48, 32),
      new PlaneGeometry(6, 6).rotateX(-Math.PI / 2).translate(0, 1, 0),
    ]),
    materials: [sceneMaterial(), sceneMaterial({ isDoubleSided })],
    sky: softboxSky(),
  });
  expect(hashSums(trace(table(false)))).toBe(hashSums(trace(table(true))));
});

test.each([
  ['down', Math.PI / 2],
  ['up', -Math.PI / 2],
])('a single-sided disc that looks %s shades the floor', (_, turn) => {
  const kernel = openScene(wasm, {
    ...sphereScene({ baseColour: [0, 0, 0], specular: 0 }, 8),
    geometry: soup([new CircleGeometry(1, 128).rotateX(turn).translate(0, 0.5, 0)]),
    floor: { y: 0, bounceColour: [0.5, 0.5, 0.5], reflection: 0 },
    camera: {
      position: [0, 0.25, 4],
      target: [0, 0, 0],
      up: [0, 1, 0],
      fovDegrees: 0.02,
      widthPx: 8,
      heightPx: 8,
    },
  });
  traceAll(kernel, 1024);
  const { floor } = kernel.accumulation(1024);
  const mean = floor.reduce((sum, value, i) => (i % 4 === 0 ? sum + value : sum), 0) / (64 * 1024);
  expect(Math.abs(mean - 0.2)).toBeLessThan(0.005);
});

test('the reference integrator lets the same light through', () => {
  const { materials, geometry: _, ...scene } = mixedScene(24);
  const [metal, glass, cloth] = materials as [SceneMaterial, SceneMaterial, SceneMaterial];
  const half = (x: number, z: number, turn: number) =>
    new SphereGeometry(1, 32, 24, 0, Math.PI).rotateY(turn).translate(x, 1, z);
  const mixed: TracerScene = {
    ...scene,
    materials: [metal, glass, cloth, { ...cloth, alphaMode: 'blend', alpha: 0.5 }],
    geometry: soup([half(-2.2, 0, 2), half(0, 0, 3), half(2.2, 0, 4), half(0, 2, 1)]),
  };
  const packed = packScene(mixed, buildAcceleration(mixed.geometry));
  const kernel = openKernel(wasm, packed);
  const reference = openReference(packed);
  expect(traceAll(reference, 4)).toBe(traceAll(kernel, 4));
  expect(hashSums(reference)).toBe(hashSums(kernel));
});

/** How much of the picture the product covers, its mean red where it shows, and how much of it shows the floor. */
function seen(scene: TracerScene): { share: number; red: number; floor: number } {
  const { object, floor } = trace(scene).accumulation(SAMPLES);
  let [light, share] = [0, 0];
  for (let i = 0; i < object.length; i += 4) {
    light += object[i]!;
    share += object[i + 3]!;
  }
  const pixels = SAMPLES * (object.length / 4);
  const ground = floor.reduce((sum, value, at) => sum + (at % 4 === 3 ? value : 0), 0);
  return { share: share / pixels, red: light / share, floor: ground / pixels };
}

test.each([
  ['opaque', {}],
  ['cut out by a mask', { alphaMode: 'mask', alphaCutoff: 0.5 }],
] as const)(
  'a sheet of two single-sided faces in one place is whole from both sides, %s',
  (_kind, material) => {
    const [front, back] = [new PlaneGeometry(2, 2, 7, 7), new PlaneGeometry(2, 2, 7, 7)];
    // The same corners, turned the other way round.
    const corners = back.getIndex()!;
    for (let i = 0; i < corners.count; i += 3) {
      const second = corners.getX(i + 1);
      corners.setX(i + 1, corners.getX(i + 2)).setX(i + 2, second);
    }
    const normals = back.getAttribute('normal');
    for (let i = 0; i < normals.count; i++) normals.setZ(i, -1);
    const tilt = (geometry: PlaneGeometry) => geometry.clone().rotateX(0.37).rotateY(0.51);
    const sheet = (parts: PlaneGeometry[], distance: number): TracerScene => ({
      ...sphereScene({}),
      geometry: soup(parts.map(tilt)),
      materials: parts.map(() => sceneMaterial({ roughness: 1, ...material })),
      camera: { ...sphereScene({}).camera, position: [0.3, 0.4, distance] },
    });
    for (const distance of [5, -5]) {
      const alone = seen(sheet([distance > 0 ? front : back], distance));
      expect(alone.share).toBeGreaterThan(0.05);
      for (const parts of [
        [front, back],
        [back, front],
      ]) {
        const both = seen(sheet(parts, distance));
        expect(both.share).toBeCloseTo(alone.share, 6);
        expect(both.red).toBeCloseTo(alone.red, 2);
      }
    }
  },
);

test.each([
  [0.02, {}],
  [0.4, {}],
  [0.4, { alphaMode: 'blend', alpha: 0.5 }],
] as const)(
  'what lies on the floor at its very height is all there, from a height of %f, %j',
  (height, look) => {
    const rug = new PlaneGeometry(2, 1.3, 9, 9)
      .rotateX(-Math.PI / 2)
      .rotateY(0.3)
      .translate(0.1, -1, 0.2);
    const lying = (floorY: number): TracerScene => ({
      ...sphereScene({}),
      geometry: soup([rug]),
      materials: [sceneMaterial({ roughness: 1, baseColour: [0.6, 0.2, 0.1], ...look })],
      floor: { y: floorY, bounceColour: [0.6, 0.6, 0.6], reflection: 0.2 },
      camera: { ...sphereScene({}).camera, position: [0, -1 + 5 * height, 5], target: [0, -1, 0] },
    });
    const [free, onFloor] = [seen(lying(-1.001)), seen(lying(-1))];
    expect(free.share).toBeGreaterThan(0.01);
    expect(onFloor.share / free.share).toBeCloseTo(1, 1);
    expect(onFloor.red / free.red).toBeCloseTo(1, 1);
    expect(onFloor.floor / free.floor).toBeCloseTo(1, 2);
  },
);
