import {
  TRIPLANAR_BUMP_STEP,
  TRIPLANAR_MIN_UP,
  type TriplanarProjection,
} from '../../../src/contract/scene/triplanar.ts';
import type { Vector3 } from '../../../src/contract/scene/vector3.ts';

/**
 * Bends a normal by the height of a texture. `height(u, v)` is the linear Rec. 709 luminance of the texture at a
 * coordinate in tiles; `bumpHeight` is what a luminance of 1 stands out by, in units of the texture frame.
 *
 * @returns Unit normal in the texture frame.
 */
export function bumpTriplanar(
  projections: readonly TriplanarProjection[],
  normal: Vector3,
  tileSize: number,
  bumpHeight: number,
  height: (u: number, v: number) => number,
): Vector3 {
  const perUnit = bumpHeight / (TRIPLANAR_BUMP_STEP * tileSize);
  return bend(projections, normal, (u, v) => {
    const here = height(u, v);
    return [
      (height(u + TRIPLANAR_BUMP_STEP, v) - here) * perUnit,
      (height(u, v + TRIPLANAR_BUMP_STEP) - here) * perUnit,
    ];
  });
}

/**
 * Bends a normal by a normal map that lies as the texture does. `texel(u, v)` is the map's normal at a coordinate in
 * tiles, each component -1 to 1: right, up and out of the picture. Slopes do not depend on the size of a tile.
 *
 * @param normalScale Multiplies the slopes.
 * @returns Unit normal in the texture frame.
 */
export function mapTriplanar(
  projections: readonly TriplanarProjection[],
  normal: Vector3,
  normalScale: number,
  texel: (u: number, v: number) => Vector3,
): Vector3 {
  return bend(projections, normal, (u, v) => {
    const [right, up, out] = texel(u, v);
    const slope = -normalScale / Math.max(TRIPLANAR_MIN_UP, out);
    return [right * slope, up * slope];
  });
}

/** @param rise How fast the surface rises along u and along v at a coordinate in tiles, height per way. */
function bend(
  projections: readonly TriplanarProjection[],
  normal: Vector3,
  rise: (u: number, v: number) => readonly [number, number],
): Vector3 {
  let gx = 0;
  let gy = 0;
  let gz = 0;
  for (const { weight, u, v, uAxis, vAxis } of projections) {
    if (weight < 1e-4) continue;
    const [alongU, alongV] = rise(u, v);
    const du = alongU * weight;
    const dv = alongV * weight;
    gx += du * uAxis[0] + dv * vAxis[0];
    gy += du * uAxis[1] + dv * vAxis[1];
    gz += du * uAxis[2] + dv * vAxis[2];
  }
  const along = dot([gx, gy, gz], normal);
  const x = normal[0] - (gx - along * normal[0]);
  const y = normal[1] - (gy - along * normal[1]);
  const z = normal[2] - (gz - along * normal[2]);
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
