import type { Page } from 'playwright';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { expect } from 'vitest';
import { LibraryItemId } from '../../src/contract/ids.ts';
import type { CameraPose } from '../../src/contract/render-spec.ts';
import type { Label } from '../../src/contract/scene/label.ts';
import type { MaterialDressing } from '../../src/contract/scene/material-dressing.ts';
import { turnToAxis, type UpAxis } from '../../src/contract/scene/up-axis.ts';
import { multiply } from '../../src/tracer/matrix.ts';
import { readReport } from './read-report.ts';
import { hashOf, traceSurface } from './trace-surface.ts';
import { base64 } from './viewer-page.ts';

/** Side of every picture, pixels. */
export const SIZE = 192;
export const SAMPLES = 8;
export const POSE: CameraPose = {
  position: [5, 6, 15],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: [0, 0, 0, 1],
  fovDegrees: 40,
};

export interface Wish {
  readonly tileSizes: readonly [number, number];
  readonly rotationRadians: number;
  readonly bumpHeight: number;
  readonly texture: Uint8Array;
  /** A normal map and its strength. */
  readonly relief?: Uint8Array;
  readonly normalScale?: number;
}

/** A set of dressings and the pictures they name. */
export interface Outfit {
  readonly dressings: MaterialDressing[];
  readonly files: readonly Uint8Array[];
  readonly labels?: readonly Label[];
}

function dress({
  tileSizes,
  rotationRadians,
  bumpHeight,
  texture,
  relief,
  normalScale = 1,
}: Wish): MaterialDressing[] {
  return tileSizes.map((tileSize, materialIndex) => ({
    kind: 'library',
    materialIndex,
    textureHash: hashOf(texture),
    libraryId: LibraryItemId.parse(1),
    name: 'test',
    colour: '#ffffff',
    metalness: 0,
    roughness: 1,
    tileSize,
    rotationRadians,
    bumpHeight,
    ...(relief === undefined
      ? {}
      : { maps: { normalHash: hashOf(relief), roughnessHash: null }, finish: { normalScale } }),
  }));
}

/** Albedo and unit normal of every pixel that lies wholly inside the product, by pixel number. */
export type Surface = ReadonlyMap<
  number,
  { readonly albedo: readonly number[]; readonly normal: readonly number[] }
>;

export interface Placed {
  readonly glb: Uint8Array;
  readonly normalisation: readonly number[];
  readonly upAxis: UpAxis;
  /** Of the transform tool. */
  readonly modelTransform: readonly number[];
  readonly hiddenNodes: readonly number[];
}

const linear = (byte: number): number => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const outfitOf = (wish: Wish): Outfit => ({
  dressings: dress(wish),
  files: [wish.texture, ...(wish.relief === undefined ? [] : [wish.relief])],
});

/** What the viewer shows for each wish. */
export function drawnSurfaces(
  page: Page,
  placed: Placed,
  wishes: readonly Wish[],
  pose = POSE,
): Promise<Surface[]> {
  return drawnOutfits(page, placed, wishes.map(outfitOf), pose);
}

/** What the viewer shows for each set of dressings. */
export async function drawnOutfits(
  page: Page,
  placed: Placed,
  outfits: readonly Outfit[],
  pose = POSE,
): Promise<Surface[]> {
  const white = [0, 1].map(
    (materialIndex) =>
      ({ kind: 'plain', materialIndex, colour: '#ffffff', metalness: 0, roughness: 1 }) as const,
  );
  const pictures = await page.evaluate((view) => window.harness.measureSurface(view), {
    ...placed,
    glb: base64(placed.glb),
    files: Object.fromEntries(
      outfits.flatMap(({ files }) => files.map((file) => [hashOf(file), base64(file)])),
    ),
    dressings: [white, ...outfits.map(({ dressings }) => dressings)],
    labels: [[], ...outfits.map(({ labels = [] }) => labels)],
    pose,
    sizePx: SIZE,
  });
  const read = (text: string) => [...Buffer.from(text, 'base64')];
  // The gloss of three.js takes about 2 % of the light, by angle: what white keeps is 1.
  const [kept = [], ...albedos] = pictures.map(({ albedo }) => read(albedo).map(linear));
  return albedos.map((albedo, index) => {
    const ids = read(pictures[index + 1]?.ids ?? '');
    const tilted = read(pictures[index + 1]?.tilted ?? '').map(linear);
    return collect(
      (pixel) => ids[pixel * 4] !== 0,
      (pixel) => {
        const at = (picture: readonly number[]) => picture.slice(pixel * 4, pixel * 4 + 3);
        const full = at(kept);
        const lit = at(albedo);
        return {
          albedo: lit.map((value, channel) => value / (full[channel] ?? 1)),
          normal: at(tilted).map((value, axis) => (value / (lit[axis] ?? 1)) * 2 - 1),
        };
      },
    );
  });
}

export function tracedSurface(placed: Placed, wish: Wish, pose = POSE): Promise<Surface> {
  return tracedOutfit(placed, outfitOf(wish), pose);
}

export async function tracedOutfit(
  placed: Placed,
  { dressings, files, labels = [] }: Outfit,
  pose = POSE,
): Promise<Surface> {
  const scene = { ...recipeOf(placed), dressings, labels: [...labels] };
  const sums = await traceSurface(placed.glb, scene, files, pose, SIZE, SAMPLES);
  return collect(
    (pixel) => (sums.object[pixel * 4 + 3] ?? 0) > SAMPLES - 1e-3,
    (pixel) => {
      const mean = (plane: Float32Array) => [0, 1, 2].map((axis) => (plane[pixel * 3 + axis] ?? 0) / SAMPLES);
      return { albedo: mean(sums.albedo), normal: mean(sums.normal) };
    },
  );
}

export const recipeOf = ({ normalisation, upAxis, modelTransform, hiddenNodes }: Placed) => ({
  normalisation: [...normalisation],
  modelTransform: [...multiply(turnToAxis(upAxis), modelTransform)],
  hiddenNodes: [...hiddenNodes],
});

/** Pixels whose neighbours are covered too: an edge mixes what lies on both its sides. */
function collect(
  isCovered: (pixel: number) => boolean,
  read: (pixel: number) => ReturnType<Surface['get']> & {},
) {
  const surface = new Map<number, ReturnType<typeof read>>();
  for (let y = 1; y < SIZE - 1; y++) {
    for (let x = 1; x < SIZE - 1; x++) {
      const pixel = y * SIZE + x;
      const around = [-SIZE - 1, -SIZE, -SIZE + 1, -1, 0, 1, SIZE - 1, SIZE, SIZE + 1];
      if (around.every((step) => isCovered(pixel + step))) surface.set(pixel, read(pixel));
    }
  }
  return surface;
}

/** Mean distance per channel, 0 to 1 for an albedo. */
export function compare(a: Surface, b: Surface, kind: 'albedo' | 'normal'): number {
  let sum = 0;
  let count = 0;
  for (const [pixel, here] of a) {
    const there = b.get(pixel);
    if (there === undefined) continue;
    for (const axis of [0, 1, 2]) sum += Math.abs((here[kind][axis] ?? 0) - (there[kind][axis] ?? 0)) / 3;
    count++;
  }
  expect(count).toBeGreaterThan(SIZE ** 2 / 10);
  return sum / count;
}

/** Turned, moved and scaled unevenly. */
export async function place(glb: Uint8Array, hiddenNodes: readonly number[] = []): Promise<Placed> {
  const { normalisation } = await readReport(glb);
  const modelTransform = new Matrix4()
    .compose(
      new Vector3(0.2, 0.3, -0.4),
      new Quaternion().setFromEuler(new Euler(-1.2, 0.3, 0.2)),
      new Vector3(1.15, 0.7, 0.9),
    )
    .toArray();
  return { glb, normalisation, upAxis: 'Z_UP', modelTransform, hiddenNodes };
}
