import type { Cyclorama } from '../../contract/scene/floor.ts';
import { type CycloramaShape, curveOf } from './build-cyclorama.ts';

/** What the middle of the product sees of a cyclorama that lights it. */
export interface View {
  /** @returns False where the sky is seen; else `rgb` is the radiance in that direction. @param x Of a direction, unit. */
  look(x: number, y: number, z: number, rgb: [number, number, number]): boolean;
}

/** Whether a place is on the product's side of a cyclorama: lengths in radii about the product's middle, the camera on +Z. */
export function isBeforeCyclorama(cyclorama: Cyclorama, floorDepth: number, y: number, z: number): boolean {
  const { start, radius } = curveOf(cyclorama);
  const high = y + floorDepth;
  if (high <= 0 || z <= -cyclorama.distance) return false;
  return z >= start || high >= radius || (z - start) ** 2 + (high - radius) ** 2 < radius * radius;
}

/** @param radiosity At the points of the net, rgb. */
export function openView(
  cyclorama: Cyclorama,
  floorDepth: number,
  { columns, profile }: CycloramaShape,
  radiosity: Float64Array,
): View {
  const { start, radius } = curveOf(cyclorama);
  const { distance } = cyclorama;
  // Along the profile, from the beginning of the curve: its points, and where a place of it is.
  const first = profile.findIndex(({ normalZ }) => normalZ > 0) - 1;
  const curve = (Math.PI / 2) * radius;
  const along = profile.map(({ y, z, normalY, normalZ }, row) => {
    if (row <= first) return start - z;
    return normalZ < 1 ? radius * Math.atan2(normalZ, normalY) : curve + y - radius;
  });
  const find = (x: number, y: number, z: number): { readonly x: number; readonly along: number } | null => {
    const toFloor = y < 0 ? -floorDepth / y : Number.POSITIVE_INFINITY;
    if (z * toFloor >= start) return y < 0 ? { x: x * toFloor, along: start - z * toFloor } : null;
    if (z >= 0) return null;
    const toWall = -distance / z;
    const high = y * toWall + floorDepth - radius;
    if (high >= 0) return { x: x * toWall, along: curve + high };
    // The farther of the two places where the line meets the cylinder of the curve.
    const [middleY, middleZ] = [radius - floorDepth, start];
    const square = y * y + z * z;
    const half = (y * middleY + z * middleZ) / square;
    const rest = (middleY * middleY + middleZ * middleZ - radius * radius) / square;
    const way = half + Math.sqrt(Math.max(0, half * half - rest));
    return { x: x * way, along: radius * Math.atan2(middleZ - z * way, middleY - y * way) };
  };
  return {
    look(x, y, z, rgb) {
      const found = find(x, y, z);
      if (found === null) return false;
      const [column, across] = locate(columns, found.x);
      const [row, upwards] = locate(along, found.along);
      for (const k of [0, 1, 2] as const) {
        const read = (i: number, j: number) =>
          radiosity[((row + i) * columns.length + column + j) * 3 + k] ?? 0;
        const near = read(0, 0) * (1 - across) + read(0, 1) * across;
        const far = read(1, 0) * (1 - across) + read(1, 1) * across;
        rgb[k] = (near * (1 - upwards) + far * upwards) / Math.PI;
      }
      return true;
    },
  };
}

/** Between which of growing numbers one lies, and how far on the way from one to the next. */
function locate(places: readonly number[], value: number): [index: number, share: number] {
  let [low, high] = [0, places.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  const from = places[low] ?? 0;
  return [low, Math.min(1, Math.max(0, (value - from) / ((places[high] ?? 0) - from)))];
}
