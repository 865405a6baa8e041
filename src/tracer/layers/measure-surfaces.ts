import type { Kernel } from '../kernel/kernel.ts';
import * as L from '../kernel/layout.ts';
import type { PackedScene } from '../scene/pack-scene.ts';
import type { SceneMaterial } from '../scene.ts';

/** Depth of a pixel that shows neither product nor floor, as Blender writes it. */
export const NO_DEPTH = 1e10;

/** What the middle of each pixel shows, without depth of field. Holes that an alpha cuts, and glass, count as there. */
export interface Surfaces {
  /** Distance along the view, in stage units; {@link NO_DEPTH} where there is nothing. */
  readonly depth: Float32Array;
  /** Number of the material from 1, in the scene's order; 0 is none. */
  readonly material: Float32Array;
}

/**
 * @param kernel Opened on the same scene; nothing is added to its sums.
 * @param materialOfTriangle Of the scene's geometry.
 */
export function measureSurfaces(
  packed: PackedScene,
  kernel: Pick<Kernel, 'castRays'>,
  materialOfTriangle: ArrayLike<number>,
): Surfaces {
  const { bytes, widthPx, heightPx } = packed;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, L.HEADER_DOUBLES >> 2);
  const doubles = new Float64Array(bytes.buffer, bytes.byteOffset + L.HEADER_DOUBLES, 64);
  const triple = (at: number): Triple => [doubles[at] ?? 0, doubles[at + 1] ?? 0, doubles[at + 2] ?? 0];
  const position = triple(L.D_CAMERA_POSITION);
  const forward = triple(L.D_CAMERA_FORWARD);
  const [right, up] = [triple(L.D_CAMERA_RIGHT), triple(L.D_CAMERA_UP)];
  const hasFloor = words[L.H_HAS_FLOOR >> 2] !== 0;
  const toFloor = (doubles[L.D_FLOOR_Y] ?? 0) - position[1];
  const offset = doubles[L.D_OFFSET] ?? 0;
  const depth = new Float32Array(widthPx * heightPx).fill(NO_DEPTH);
  const material = new Float32Array(widthPx * heightPx);
  const toPlane = new Float64Array(widthPx);
  const rays = new Float32Array(widthPx * 6);
  const hits = new Float64Array(widthPx * 2);
  for (let y = 0; y < heightPx; y++) {
    const sy = 1 - ((y + 0.5) / heightPx) * 2;
    for (let x = 0; x < widthPx; x++) {
      const sx = ((x + 0.5) / widthPx) * 2 - 1;
      const toward = (k: 0 | 1 | 2) => forward[k] + right[k] * sx + up[k] * sy;
      const along: Triple = [toward(0), toward(1), toward(2)];
      const length = Math.sqrt(along[0] ** 2 + along[1] ** 2 + along[2] ** 2);
      // A shifted lens leans the middle, not the plane: all directions reach it at 1.
      toPlane[x] = 1 / length;
      for (const k of [0, 1, 2] as const) {
        rays[x * 6 + k] = position[k];
        rays[x * 6 + 3 + k] = along[k] / length;
      }
    }
    kernel.castRays(rays, hits);
    for (let x = 0; x < widthPx; x++) {
      const down = rays[x * 6 + 4] ?? 0;
      const triangle = hits[x * 2 + 1] ?? -1;
      const ground = hasFloor && down < 0 && toFloor < 0 ? toFloor / down : Infinity;
      const met = triangle < 0 ? Infinity : (hits[x * 2] ?? Infinity);
      // As the kernel has it: what lies on the floor is before it.
      const isProduct = met < Infinity && (ground === Infinity || met * down >= toFloor - offset);
      const distance = isProduct ? met : ground;
      if (distance === Infinity) continue;
      depth[y * widthPx + x] = distance * (toPlane[x] ?? 1);
      if (isProduct) material[y * widthPx + x] = 1 + (materialOfTriangle[triangle] ?? 0);
    }
  }
  return { depth, material };
}

/** How many of the pixels that show the product show glass there, 0 to 1. */
export function measureGlass(
  { material }: Surfaces,
  materials: readonly Pick<SceneMaterial, 'transmission'>[],
): number {
  let [all, glass] = [0, 0];
  for (const number of material) {
    if (number === 0) continue;
    all++;
    if ((materials[number - 1]?.transmission ?? 0) > 0) glass++;
  }
  return all === 0 ? 0 : glass / all;
}

type Triple = readonly [number, number, number];
