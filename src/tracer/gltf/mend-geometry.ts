/** Which triangles of a list can be drawn. */
export interface JudgedTriangles {
  /** The corners that are left when some triangles are not; null when all are. */
  readonly kept: Uint32Array | null;
  /** Triangles left out: their indices are out of range, or their points are not finite. */
  readonly strayCount: number;
  /** False when none that is left has an area. */
  readonly isVisible: boolean;
}

/** Squared sine of a triangle's sharpest angle below which its points are collinear but for rounding. */
const COLLINEAR_SINE_SQUARED = 1e-12;

/** Points after those that are not finite were moved. */
export interface MendedPoints {
  readonly positions: Float32Array;
  /** 1 for each point that was moved. */
  readonly bad: Uint8Array;
}

/**
 * Puts points that are no numbers where the first good one is, so that no box or sphere around them is lost.
 *
 * @param positions x, y, z of each point; not changed.
 * @returns Null when all are good, which is nearly always.
 */
export function mendPoints(positions: ArrayLike<number>): MendedPoints | null {
  const count = Math.floor(positions.length / 3);
  const isGood = (point: number): boolean => {
    const at = point * 3;
    return Number.isFinite((positions[at] ?? 0) + (positions[at + 1] ?? 0) + (positions[at + 2] ?? 0));
  };
  let firstBad = 0;
  while (firstBad < count && isGood(firstBad)) firstBad += 1;
  if (firstBad === count) return null;
  let good = 0;
  while (good < count && !isGood(good)) good += 1;
  const mended = Float32Array.from(positions);
  const bad = new Uint8Array(count);
  for (let point = firstBad; point < count; point++) {
    if (isGood(point)) continue;
    bad[point] = 1;
    for (let axis = 0; axis < 3; axis++)
      mended[point * 3 + axis] = good === count ? 0 : (positions[good * 3 + axis] ?? 0);
  }
  return { positions: mended, bad };
}

/**
 * Leaves out the triangles that cannot be drawn; a graphics card would read outside the buffer for them, or drop them.
 *
 * @param positions x, y, z of each point.
 * @param bad From {@link mendPoints}.
 * @param corners Three for each triangle; null for all points in their order.
 */
export function judgeTriangles(
  positions: ArrayLike<number>,
  bad: Uint8Array | null,
  corners: ArrayLike<number> | null,
): JudgedTriangles {
  const pointCount = Math.floor(positions.length / 3);
  const triangleCount = Math.floor((corners?.length ?? pointCount) / 3);
  const corner = (at: number): number => (corners === null ? at : (corners[at] ?? pointCount));
  const isStray = (triangle: number): boolean => {
    for (let at = triangle * 3; at < triangle * 3 + 3; at++) {
      const point = corner(at);
      if (point >= pointCount || bad?.[point] === 1) return true;
    }
    return false;
  };
  let strayCount = 0;
  let isVisible = false;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (isStray(triangle)) strayCount += 1;
    else if (!isVisible) {
      const [a, b, c] = [corner(triangle * 3), corner(triangle * 3 + 1), corner(triangle * 3 + 2)];
      isVisible = hasArea(positions, a * 3, b * 3, c * 3);
    }
  }
  if (strayCount === 0) return { kept: null, strayCount, isVisible };
  const kept = new Uint32Array((triangleCount - strayCount) * 3);
  let length = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    if (isStray(triangle)) continue;
    for (let at = triangle * 3; at < triangle * 3 + 3; at++) kept[length++] = corner(at);
  }
  return { kept, strayCount, isVisible };
}

/**
 * The points that corners name, in their order; others are not drawn.
 *
 * @param corner Of each corner, its point; one that is not there counts for nothing.
 * @returns Null when all points are named, which is nearly always.
 */
export function listUsedPoints(
  pointCount: number,
  cornerCount: number,
  corner: (at: number) => number,
): Uint32Array | null {
  let [low, high] = [pointCount, -1];
  for (let at = 0; at < cornerCount; at++) {
    const point = corner(at);
    if (point >= pointCount) continue;
    if (point < low) low = point;
    if (point > high) high = point;
  }
  // Many shapes may share one long list of points, each with its own stretch of it.
  const isUsed = new Uint8Array(Math.max(0, high - low + 1));
  let count = 0;
  for (let at = 0; at < cornerCount; at++) {
    const point = corner(at) - low;
    if (point >= isUsed.length || isUsed[point] === 1) continue;
    isUsed[point] = 1;
    count += 1;
  }
  if (count === pointCount) return null;
  const used = new Uint32Array(count);
  let length = 0;
  for (let point = 0; point < isUsed.length; point++) if (isUsed[point] === 1) used[length++] = low + point;
  return used;
}

/**
 * Corners by the places of their points among those that are used; one that names no point still names none.
 *
 * @param used From {@link listUsedPoints}, of these corners.
 * @returns Of the same type; `corners` is not changed.
 */
export function renumberCorners<T extends { [at: number]: number; readonly length: number; slice(): T }>(
  corners: T,
  used: Uint32Array,
  pointCount: number,
): T {
  const low = used[0] ?? 0;
  const places = new Uint32Array((used[used.length - 1] ?? 0) - low + 1);
  for (const [place, point] of used.entries()) places[point - low] = place;
  const renumbered = corners.slice();
  for (let at = 0; at < renumbered.length; at++) {
    const point = renumbered[at] ?? pointCount;
    renumbered[at] = point < pointCount ? (places[point - low] ?? 0) : used.length;
  }
  return renumbered;
}

function hasArea(positions: ArrayLike<number>, a: number, b: number, c: number): boolean {
  const edge = (to: number, axis: number): number => (positions[to + axis] ?? 0) - (positions[a + axis] ?? 0);
  const [ux, uy, uz] = [edge(b, 0), edge(b, 1), edge(b, 2)];
  const [vx, vy, vz] = [edge(c, 0), edge(c, 1), edge(c, 2)];
  const square = (uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2;
  return square > COLLINEAR_SINE_SQUARED * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
}
