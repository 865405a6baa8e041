import type { Kernel } from '../kernel/kernel.ts';
import * as L from '../kernel/layout.ts';
import type { PackedScene } from '../scene/pack-scene.ts';
import type { TracerScene } from '../scene.ts';

/** Depth of a pixel that shows neither product nor floor, as Blender writes it. */
export const NO_DEPTH = 1e10;

/** What the middle of each pixel shows, without depth of field. Holes that an alpha cuts, and glass, count as there. */
export interface Surfaces {
  /** Distance along the view, in stage units; {@link NO_DEPTH} where there is nothing. */
  readonly depth: Float32Array;
  /** Number of the material from 1, in the scene's order, of a copy that of what it was copied from; 0 is none. */
  readonly material: Float32Array;
  /** Of the scene's geometry, from 1; 0 is none. */
  readonly triangle: Uint32Array;
  /** Where a pixel sees its surface, in stage units: `position` and `depth` times what `toward` gives for it. */
  readonly position: Triple;
  /** @param x Column and row of the pixel, from the top left. */
  toward(x: number, y: number): Triple;
}

/**
 * @param kernel Opened on the same scene; nothing is added to its sums.
 * @param scene What was packed.
 */
export function measureSurfaces(
  packed: PackedScene,
  kernel: Pick<Kernel, 'castRays'>,
  { geometry, materials }: Pick<TracerScene, 'geometry' | 'materials'>,
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
  const met = new Uint32Array(widthPx * heightPx);
  const toward = (x: number, y: number): Triple => {
    const sx = ((x + 0.5) / widthPx) * 2 - 1;
    const sy = 1 - ((y + 0.5) / heightPx) * 2;
    const along = (k: 0 | 1 | 2) => forward[k] + right[k] * sx + up[k] * sy;
    return [along(0), along(1), along(2)];
  };
  const toPlane = new Float64Array(widthPx);
  const rays = new Float32Array(widthPx * 6);
  const hits = new Float64Array(widthPx * 2);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const along = toward(x, y);
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
      const reach = triangle < 0 ? Infinity : (hits[x * 2] ?? Infinity);
      // As the kernel has it: what lies on the floor is before it.
      const isProduct = reach < Infinity && (ground === Infinity || reach * down >= toFloor - offset);
      const distance = isProduct ? reach : ground;
      if (distance === Infinity) continue;
      depth[y * widthPx + x] = distance * (toPlane[x] ?? 1);
      if (!isProduct) continue;
      const drawn = geometry.materialOfTriangle[triangle] ?? 0;
      material[y * widthPx + x] = 1 + (materials[drawn]?.copyOf ?? drawn);
      met[y * widthPx + x] = 1 + triangle;
    }
  }
  return { depth, material, triangle: met, position, toward };
}

export type Triple = readonly [number, number, number];
