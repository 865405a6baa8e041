import type { Vector3 } from '../../../../../contract/scene/vector3.ts';
import type { PictureSize } from '../../../../../tracer/picture.ts';
import { DIRECTIONS } from './directions.ts';
import type { Eye } from './see-floor.ts';

/** What stands on the floor and is known: its silhouette, and the box around it. */
export interface Standing {
  /** Above 0 is product; the picture's size. */
  readonly mask: Uint8Array;
  /** Least x, y, z, then greatest, in the stage frame. */
  readonly bounds: ArrayLike<number>;
}

/** Places along a ray that are looked at within the box. */
const STEPS = 10;

/**
 * Which places of the floor the product would keep the light from, for each of {@link DIRECTIONS}: as far as a silhouette and a
 * box tell, so that what is in both counts as product.
 *
 * @returns For each direction a value per place, 1 in the shadow.
 */
export function throwShadows(
  eye: Eye,
  size: PictureSize,
  { mask, bounds }: Standing,
  places: readonly Vector3[],
): Float32Array[] {
  const isProduct = (place: Vector3): boolean => {
    const pixel = eye.pixel(place);
    if (pixel === null) return false;
    const [x, y] = [Math.floor(pixel[0]), Math.floor(pixel[1])];
    // What the picture cuts off may be product.
    if (x < 0 || y < 0 || x >= size.widthPx || y >= size.heightPx) return true;
    return (mask[y * size.widthPx + x] ?? 0) > 0;
  };
  return DIRECTIONS.map(({ towards }) => {
    const k = eye.unturn(towards);
    return Float32Array.from(places, (place) => {
      const span = crossBox(place, k, bounds);
      if (span === null) return 0;
      for (let i = 0; i < STEPS; i++) {
        const far = span[0] + ((i + 0.5) / STEPS) * (span[1] - span[0]);
        if (isProduct([place[0] + k[0] * far, place[1] + k[1] * far, place[2] + k[2] * far])) return 1;
      }
      return 0;
    });
  });
}

function crossBox(from: Vector3, way: Vector3, bounds: ArrayLike<number>): readonly [number, number] | null {
  let [near, far] = [0, Number.POSITIVE_INFINITY];
  for (const k of [0, 1, 2] as const) {
    const inverse = 1 / (Math.abs(way[k]) < 1e-9 ? 1e-9 : way[k]);
    const a = ((bounds[k] ?? 0) - from[k]) * inverse;
    const b = ((bounds[k + 3] ?? 0) - from[k]) * inverse;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near < far ? [near, far] : null;
}
