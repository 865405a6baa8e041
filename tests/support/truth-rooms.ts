import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import type { Accumulation } from '../../src/tracer/accumulation.ts';
import { openKernel } from '../../src/tracer/kernel/open-kernel.ts';
import type { Plate } from '../../src/tracer/post/build-plate.ts';
import { type CompositeOptions, compositePicture } from '../../src/tracer/post/composite-picture.ts';
import type { PictureLayers } from '../../src/tracer/post/denoise.ts';
import { createSrgbTables } from '../../src/tracer/post/srgb-tables.ts';
import { buildAcceleration } from '../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../src/tracer/scene/pack-scene.ts';
import type { Floor, SceneMaterial, Sky, TracerScene } from '../../src/tracer/scene.ts';
import { denoiseSums } from './denoise-sums.ts';
import { sceneMaterial, softboxSky, soup, traceAll } from './tracer-scenes.ts';

/** Rooms of boxes that are traced with a product and without it, in pictures of so many pixels. */
export const PX = 128;
const SAMPLES = 64;
export const srgb = createSrgbTables();

/** Linear up to white, and as deep a shadow as the light makes: the house's own choices of look are others. */
export const LOOK: CompositeOptions = {
  exposure: 0.7,
  toneMap: (rgb) => {
    for (const k of [0, 1, 2] as const) rgb[k] = Math.min(1, Math.max(0, rgb[k]));
  },
  style: null,
  shadowIntensity: 0.72,
  light: null,
};

export interface Stage {
  readonly product: readonly BufferGeometry[];
  readonly looks: readonly Partial<SceneMaterial>[];
  readonly floor: readonly [number, number, number];
  readonly sky?: Sky;
  /** A wall far behind the product. */
  readonly wall?: readonly [number, number, number];
}

const box = (w: number, h: number, d: number, x = 0, z = 0) =>
  new BoxGeometry(w, h, d).translate(x, h / 2, z);
const ball = (r: number, x = 0, z = 0) => new SphereGeometry(r, 64, 48).translate(x, r, z);
const rod = (r: number, h: number, x = 0, z = 0) => new CylinderGeometry(r, r, h, 48).translate(x, h / 2, z);
const matt = (r: number, g: number, b: number): Partial<SceneMaterial> => ({
  baseColour: [r, g, b],
  roughness: 0.9,
});
const GREY = [0.4, 0.4, 0.4] as const;

export const STAGES: Readonly<Record<string, Stage>> = {
  'a red box': { product: [box(2, 2, 2)], looks: [matt(0.6, 0.1, 0.08)], floor: GREY },
  'a white ball': { product: [ball(1.3)], looks: [matt(0.8, 0.8, 0.8)], floor: GREY },
  'a black ball on white': { product: [ball(1.2)], looks: [matt(0.03, 0.03, 0.03)], floor: [0.8, 0.8, 0.8] },
  'a bottle before a wall': {
    product: [rod(0.7, 2.4), rod(0.25, 3.2)],
    looks: [matt(0.1, 0.4, 0.2), matt(0.7, 0.7, 0.6)],
    floor: [0.5, 0.4, 0.3],
    wall: [0.5, 0.45, 0.4],
  },
  'a table of thin legs': {
    product: [
      new BoxGeometry(3, 0.2, 2).translate(0, 2, 0),
      rod(0.06, 2, -1.3, 0.8),
      rod(0.06, 2, 1.3, 0.8),
      rod(0.06, 2, -1.3, -0.8),
      rod(0.06, 2, 1.3, -0.8),
    ],
    looks: Array.from({ length: 5 }, () => matt(0.4, 0.25, 0.12)),
    floor: GREY,
  },
  'a ring': {
    product: [new TorusGeometry(1.1, 0.25, 32, 96).translate(0, 1.35, 0)],
    looks: [matt(0.7, 0.5, 0.1)],
    floor: [0.2, 0.25, 0.3],
  },
  'brushed metal': {
    product: [rod(1, 1.6)],
    looks: [{ baseColour: [0.8, 0.8, 0.82], metalness: 1, roughness: 0.4 }],
    floor: GREY,
  },
  'under a softbox': {
    product: [box(1.6, 1.2, 1.6), ball(0.5, 1.7, 0.6)],
    looks: [matt(0.2, 0.3, 0.6), matt(0.6, 0.6, 0.2)],
    floor: [0.5, 0.5, 0.5],
    sky: softboxSky(),
  },
  'a cone before a wall': {
    product: [new ConeGeometry(1, 2.4, 64).translate(0, 1.2, 0)],
    looks: [matt(0.65, 0.3, 0.1)],
    floor: [0.3, 0.35, 0.3],
    wall: [0.3, 0.3, 0.5],
  },
  'three things': {
    product: [box(1, 1.8, 1, -1.4), ball(0.7), rod(0.45, 2.2, 1.4)],
    looks: [matt(0.5, 0.5, 0.55), matt(0.7, 0.15, 0.3), matt(0.15, 0.5, 0.5)],
    floor: [0.6, 0.55, 0.5],
  },
};

/** @param hasMirror The floor's reflection is summed apart. */
export async function traceRoom(
  wasm: Uint8Array,
  parts: readonly BufferGeometry[],
  materials: readonly SceneMaterial[],
  floor: Floor,
  sky: Sky,
  hasMirror = false,
): Promise<{ readonly layers: PictureLayers; readonly sums: Accumulation }> {
  const scene: TracerScene = {
    geometry: soup(parts),
    materials,
    textures: [],
    textureFrame: null,
    sky,
    floor,
    camera: {
      position: [0, 3.6, 8.5],
      target: [0, 1.1, 0],
      up: [0, 1, 0],
      fovDegrees: 34,
      widthPx: PX,
      heightPx: PX,
    },
  };
  const acceleration = buildAcceleration(scene.geometry);
  const kernel = openKernel(wasm, packScene(scene, acceleration, undefined, hasMirror));
  traceAll(kernel, SAMPLES);
  const sums = kernel.accumulation(SAMPLES);
  const layers = await denoiseSums(sums);
  // The filter's memory is its own.
  const copy: PictureLayers = structuredClone(layers);
  return { layers: copy, sums };
}

export function plateOf(rgba: Uint8Array): Plate {
  const rgb = new Float32Array(PX * PX * 3);
  for (let i = 0; i < PX * PX; i++) {
    for (let k = 0; k < 3; k++) rgb[i * 3 + k] = srgb.decode[rgba[i * 4 + k]!]!;
  }
  return { widthPx: PX, heightPx: PX, rgb, exact: rgba };
}

export const NO_FLOOR: Floor = { y: Number.NEGATIVE_INFINITY, bounceColour: [0, 0, 0], reflection: 0 };

/** Signal to noise of 8-bit values. */
export function decibels(one: Uint8Array, two: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < one.length; i++) {
    if (i % 4 === 3) continue;
    sum += (one[i]! - two[i]!) ** 2;
    count++;
  }
  return 10 * Math.log10((255 * 255 * count) / sum);
}

/** A picture as the tracer composes it. */
export function drawRoom(layers: PictureLayers, plate: Plate, look = LOOK): Uint8Array {
  return compositePicture(layers, plate, look, srgb).rgba;
}

/** The room of a stage without its product. */
export function buildRoom({ floor, wall }: Stage): {
  readonly room: BufferGeometry[];
  readonly paint: SceneMaterial[];
} {
  const room: BufferGeometry[] = [new BoxGeometry(200, 1, 200).translate(0, -0.5, 0)];
  const paint = [sceneMaterial({ ...matt(...floor), specular: 0 })];
  if (wall !== undefined) {
    room.push(new BoxGeometry(200, 30, 1).translate(0, 15, -30));
    paint.push(sceneMaterial({ ...matt(...wall), specular: 0 }));
  }
  return { room, paint };
}
