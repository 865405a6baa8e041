import { BoxGeometry, CylinderGeometry, SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { ContentHash } from '../../../src/contract/ids.ts';
import { LABEL_FINISHES, type Label } from '../../../src/contract/scene/label.ts';
import { findTextureFrame } from '../../../src/tracer/gltf/find-texture-frame.ts';
import { createTextureList } from '../../../src/tracer/gltf/texture-request.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { compose } from '../../../src/tracer/matrix.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import { placeLabels } from '../../../src/tracer/scene/place-labels.ts';
import type { SceneMaterial, SceneTexture, TracerScene } from '../../../src/tracer/scene.ts';
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

const LABEL: Label = {
  imageHash: ContentHash.parse('a'.repeat(64)),
  name: 'test',
  target: { kind: 'all' },
  position: [0, 0, 1],
  normal: [0, 0, 1],
  axis: [0, 1, 0],
  radius: 1,
  projection: 'flat',
  width: 1,
  height: 1,
  rotationRadians: 0,
  depth: 0.5,
  finish: 'print',
  opacity: 1,
  hasUnderprint: true,
};

/** Left upper field red, right upper green, left lower blue, right lower nothing. */
const FIELDS: SceneTexture = {
  widthPx: 2,
  heightPx: 2,
  rgba: Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0),
  isSrgb: true,
  wrapS: 'clamp',
  wrapT: 'clamp',
  isSmooth: false,
};

const place = (...labels: Partial<Label>[]) =>
  placeLabels(
    labels.map((changes) => ({ ...LABEL, ...changes })),
    createTextureList(),
  );

test('kernel and reference lay every finish alike on every surface, moved products included', () => {
  const scene = mixedScene(24);
  const acceleration = buildAcceleration(scene.geometry);
  const matrix = compose([0.3, -0.2, 0.4], [0.1825742, 0.3651484, 0.5477226, 0.7302967], [1.4, -0.6, 0.9]);
  const wishes = LABEL_FINISHES.map(
    (finish, i): Partial<Label> => ({
      finish,
      position: [-2.2 + 1.5 * i, 1, 1],
      projection: i % 2 === 0 ? 'flat' : 'wrapped',
      width: 3,
      height: 2,
      depth: 2,
      rotationRadians: 0.3 * i,
      opacity: 0.8,
      hasUnderprint: i !== 0,
    }),
  );
  const textures = [{ ...FIELDS, isSmooth: true }, ...scene.textures];
  const shift = <T extends object>(slot: T | null) => (slot === null ? null : { ...slot, texture: 1 });
  const materials = scene.materials.map(
    (m): SceneMaterial => ({
      ...m,
      baseColourMap: shift(m.baseColourMap),
      normalMap: shift(m.normalMap),
      metalRoughMap: shift(m.metalRoughMap),
      triplanar: shift(m.triplanar),
      labels: 0b1111,
    }),
  );
  const trace = (changes: Partial<TracerScene>) => {
    const packed = packScene({ ...scene, textures, materials, ...changes }, acceleration);
    const [kernel, reference] = [openKernel(readKernel(), packed), openReference(packed)];
    const rays = traceAll(kernel, 6);
    expect(traceAll(reference, 6)).toBe(rays);
    expect(hashSums(reference)).toBe(hashSums(kernel));
    expect(reference.rejectedSamples()).toBe(0);
    return hashSums(kernel);
  };
  const labels = place(...wishes);
  const pictures = [
    trace({}),
    trace({ labels }),
    trace({ labels, textureFrame: findTextureFrame(matrix) }),
    trace({ labels: place(...wishes.map((wish) => ({ ...wish, hasUnderprint: false }))) }),
  ];
  expect(new Set(pictures).size).toBe(4);
});

test('a scene whose materials have no label is traced to the same bits as one without labels', () => {
  const scene = mixedScene(24);
  const acceleration = buildAcceleration(scene.geometry);
  const trace = (changes: Partial<TracerScene>) => {
    const kernel = openKernel(readKernel(), packScene({ ...scene, ...changes }, acceleration));
    traceAll(kernel, 4);
    return hashSums(kernel);
  };
  expect(trace({ labels: place({}) })).toBe(trace({}));
});

/** First-hit colour of the pixel in the middle of a part of the picture, of four samples. */
function look(scene: TracerScene) {
  const kernel = openScene(readKernel(), scene, { maxBounces: 1 });
  traceAll(kernel, 4);
  const { albedo } = kernel.accumulation(4);
  const { widthPx } = scene.camera;
  return (x: number, y: number) => {
    const pixel = Math.round(y * widthPx) * widthPx + Math.round(x * widthPx);
    return [0, 1, 2].map((c) => Math.round((albedo[pixel * 3 + c] ?? 0) * 25) / 100);
  };
}

const EYE = { target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 30, widthPx: 64, heightPx: 64 } as const;

/** A box of 2 x 2 x 2 with thin walls, open to nobody, seen from somewhere. */
function boxScene(position: readonly [number, number, number], labels: TracerScene['labels'] & object) {
  return {
    ...sphereScene({}),
    geometry: soup([new BoxGeometry(2, 2, 2), new BoxGeometry(1.9, 1.9, 1.9).scale(-1, 1, 1)], [0, 0]),
    materials: [sceneMaterial({ labels: 255, isDoubleSided: true, metalness: 0, specular: 0 })],
    textures: [FIELDS],
    labels,
    sky: uniformSky(),
    camera: { ...EYE, position },
  } satisfies TracerScene;
}

const RED = [1, 0, 0];
const GREEN = [0, 1, 0];
const BLUE = [0, 0, 1];
const isWhite = (colour: readonly number[]) => colour.every((value) => value > 0.9);

test('a flat label shows its picture upright and unmirrored, and only on the side that faces it', () => {
  const labels = place({ width: 1.6, height: 1.6 });
  const front = look(boxScene([0, 0, 8], labels));
  expect(front(0.4, 0.4)).toEqual(RED);
  expect(front(0.6, 0.4)).toEqual(GREEN);
  expect(front(0.4, 0.6)).toEqual(BLUE);
  expect(isWhite(front(0.6, 0.6))).toBe(true);
  const back = look(boxScene([0, 0, -8], labels));
  for (const [x, y] of [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.4, 0.6],
  ] as const)
    expect(isWhite(back(x, y))).toBe(true);
});

test('a turned label turns anticlockwise', () => {
  const quarter = look(boxScene([0, 0, 8], place({ width: 1.6, height: 1.6, rotationRadians: Math.PI / 2 })));
  expect(quarter(0.4, 0.6)).toEqual(RED);
  expect(quarter(0.4, 0.4)).toEqual(GREEN);
});

test('a wrapped label keeps its width along the surface, and goes around the corner of sight', () => {
  const cylinder = (position: readonly [number, number, number], width: number) => ({
    ...boxScene(position, place({ projection: 'wrapped', width, height: 1.6 })),
    geometry: soup([new CylinderGeometry(1, 1, 2, 256, 1, true)]),
  });
  // Three quarters of the way around: its left half reaches over the left side, its right half over the right one.
  const around = 1.5 * Math.PI;
  expect(look(cylinder([-8, 0, 0], around))(0.5, 0.4)).toEqual(RED);
  expect(look(cylinder([8, 0, 0], around))(0.5, 0.4)).toEqual(GREEN);
  expect(isWhite(look(cylinder([0, 0, -8], around))(0.5, 0.4))).toBe(true);
  // Half a turn and the picture's edge is where the surface turns away.
  const half = look(cylinder([8, 0, 0], Math.PI));
  expect(half(0.48, 0.4)).not.toEqual(half(0.52, 0.4));
});

test('of two labels the later one is on top, and opacity lets the one below through', () => {
  const size = { width: 1.6, height: 1.6 };
  const turned = { ...size, rotationRadians: Math.PI };
  const stacked = look(boxScene([0, 0, 8], place(size, turned)));
  // The turned one has nothing where the other is red, and blue where it is green.
  expect(stacked(0.4, 0.4)).toEqual(RED);
  expect(stacked(0.6, 0.4)).toEqual(BLUE);
  const half = look(boxScene([0, 0, 8], place(size, { ...turned, opacity: 0.5 })));
  expect(half(0.6, 0.4)).toEqual([0, 0.5, 0.5]);
});

test('ink without white below it takes on the colour of the part', () => {
  const dyed = (hasUnderprint: boolean) => {
    const scene = boxScene([0, 0, 8], place({ width: 1.6, height: 1.6, hasUnderprint }));
    return look({
      ...scene,
      materials: [sceneMaterial({ labels: 1, baseColour: [0.5, 0.25, 0], specular: 0 })],
    });
  };
  expect(dyed(true)(0.4, 0.4)).toEqual(RED);
  expect(dyed(false)(0.4, 0.4)[0]).toBeCloseTo(0.5, 1);
  expect(dyed(false)(0.6, 0.4)).toEqual([0, 0.25, 0]);
});

test('no label returns more light than it receives', () => {
  const white: SceneTexture = { ...FIELDS, rgba: new Uint8Array(16).fill(255) };
  const wasm = readKernel();
  for (const finish of LABEL_FINISHES) {
    for (const material of [
      {},
      { metalness: 1, roughness: 0.2 },
      { clearcoat: 1, clearcoatRoughness: 0.3 },
      { roughness: 1 },
      { transmission: 1, thickness: 1, roughness: 0.05 },
    ] satisfies Partial<SceneMaterial>[]) {
      for (const hasUnderprint of [true, false]) {
        const scene = sphereScene({ ...material, labels: 1 });
        const labels = place({ width: 3, height: 3, depth: 2, finish, hasUnderprint, opacity: 0.7 });
        const kernel = openScene(
          wasm,
          { ...scene, textures: [white], labels },
          { indirectClamp: 1e9, maxBounces: 12 },
        );
        traceAll(kernel, 32);
        const { object } = kernel.accumulation(32);
        let sum = 0;
        for (let i = 0; i < object.length; i += 4) sum += object[i] ?? 0;
        expect(sum / 32 / (object.length / 4), `${finish} ${JSON.stringify(material)}`).toBeLessThan(1.01);
      }
    }
  }
});

test('an opaque label on glass keeps light from behind out', () => {
  const scene = sphereScene({ transmission: 1, roughness: 0.03, labels: 1 });
  const lit = (labels: TracerScene['labels']) => {
    const sky = uniformSky(0);
    // Light from behind alone: what is seen in the middle came through.
    for (let y = 6; y < 10; y++)
      for (let x = 0; x < 32; x++)
        if (x > 14 && x < 18) sky.radiance.fill(5, (y * 32 + x) * 3, (y * 32 + x) * 3 + 3);
    const black: SceneTexture = {
      ...FIELDS,
      rgba: Uint8Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 255 : 0)),
    };
    const kernel = openScene(readKernel(), {
      ...scene,
      geometry: soup([new SphereGeometry(1, 64, 48)]),
      sky,
      textures: [black],
      ...(labels && { labels }),
    });
    traceAll(kernel, 16);
    return kernel.accumulation(16).object.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0);
  };
  expect(lit(place({ width: 4, height: 4, depth: 2, finish: 'matt' }))).toBeLessThan(0.1 * lit(undefined));
});

/** Radiance of a flat label of one grey on a board, seen 40 degrees from its normal, by a far light some degrees from the mirror's way. */
function shine(finish: Label['finish'], grey: number, besideDegrees: number): number {
  const at = (degrees: number, length: number) =>
    [Math.sin((degrees * Math.PI) / 180) * length, 0, Math.cos((degrees * Math.PI) / 180) * length] as const;
  const [x, y, z] = at(40 - besideDegrees, 1);
  const [eyeX, eyeY, eyeZ] = at(-40, 8);
  const { camera, ...rest } = sphereScene({});
  const scene: TracerScene = {
    ...rest,
    geometry: soup([new BoxGeometry(2, 2, 2)]),
    materials: [sceneMaterial({ labels: 1, roughness: 0.6 })],
    textures: [{ ...FIELDS, widthPx: 1, heightPx: 1, rgba: Uint8Array.of(grey, grey, grey, 255) }],
    labels: place({ finish }),
    sky: uniformSky(0),
    punctualLights: [
      {
        isFar: true,
        position: [0, 0, 0],
        direction: [-x, -y, -z],
        irradiance: [1, 1, 1],
        range: Number.POSITIVE_INFINITY,
        cone: null,
      },
    ],
    camera: { ...camera, position: [eyeX, eyeY, 1 + eyeZ], target: [0, 0, 1], fovDegrees: 1 },
  };
  return measureRed(readKernel(), scene, 16, { maxBounces: 1 }).mean;
}

test('foil laid flat shines beside what it mirrors, too, and is no paint', () => {
  const highlight = shine('foil', 230, 0);
  expect(shine('foil', 230, 20)).toBeGreaterThan(highlight / 50);
  expect(shine('foil', 230, 60)).toBeLessThan(highlight / 200);
});

test('varnish has a highlight, and beside it the dark of the print is deeper than that of a dull sticker', () => {
  expect(shine('gloss', 20, 0)).toBeGreaterThan(20 * shine('matt', 20, 0));
  expect(shine('gloss', 20, 30)).toBeLessThan(shine('matt', 20, 30) / 1.5);
  expect(shine('gloss', 230, 30)).toBeGreaterThan(shine('matt', 230, 30) * 0.9);
});
