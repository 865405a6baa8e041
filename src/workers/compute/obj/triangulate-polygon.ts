import { ShapeUtils, Vector2 } from 'three';

/** Of a polygon's area, that its triangles may lack through rounding. */
const AREA_SLACK = 1e-6;

/**
 * Cuts a polygon into triangles.
 *
 * @param points x, y, z of each corner.
 * @returns Three corner numbers a triangle: convex and crossing outlines as a fan, concave ones by their ears. Corners that lie where
 *   the one before them does are in none.
 */
export function triangulatePolygon(points: Float64Array): number[] {
  const own: number[] = [];
  for (let corner = 0; corner * 3 < points.length; corner++) if (!isDoubled(points, corner)) own.push(corner);
  if (own.length * 3 === points.length) return cutOutline(points);
  const outline = Float64Array.from(
    own.flatMap((corner) => [...points.subarray(corner * 3, corner * 3 + 3)]),
  );
  return cutOutline(outline).map((corner) => own[corner] ?? 0);
}

/** Whether a corner lies where the one before it does. */
function isDoubled(points: Float64Array, corner: number): boolean {
  const [here, before] = [corner * 3, (corner === 0 ? points.length : corner * 3) - 3];
  for (let axis = 0; axis < 3; axis++) if (points[here + axis] !== points[before + axis]) return false;
  return true;
}

function cutOutline(points: Float64Array): number[] {
  const count = points.length / 3;
  if (count < 3) return [];
  const fan = fanOf(count);
  if (count === 3 || isConvex(points, fan)) return fan;
  if (count === 4) return [1, 2, 3, 1, 3, 0];
  const outline = flatten(points);
  const ears = ShapeUtils.triangulateShape(outline, []).flat();
  const whole = Math.abs(areaOf(outline, [...outline.keys()]));
  let filled = 0;
  for (let at = 0; at < ears.length; at += 3) filled += Math.abs(areaOf(outline, ears.slice(at, at + 3)));
  return filled >= whole * (1 - AREA_SLACK) ? ears : fan;
}

/** Twice the area within these corners of an outline, positive where they go round to the left. */
function areaOf(outline: readonly Vector2[], corners: readonly number[]): number {
  const start = outline[corners[0] ?? 0];
  // Seen from one of them: far from the origin the products would be all that is left of the numbers.
  const place = (at: number): readonly [number, number] => {
    const corner = outline[corners[at] ?? 0];
    return [(corner?.x ?? 0) - (start?.x ?? 0), (corner?.y ?? 0) - (start?.y ?? 0)];
  };
  let area = 0;
  for (let at = 1; at + 1 < corners.length; at++) {
    const [[x, y], [nextX, nextY]] = [place(at), place(at + 1)];
    area += x * nextY - y * nextX;
  }
  return area;
}

function fanOf(count: number): number[] {
  return Array.from({ length: count - 2 }, (_, step) => [0, step + 1, step + 2]).flat();
}

/** True when all triangles of the fan face the same way. */
function isConvex(points: Float64Array, fan: readonly number[]): boolean {
  const normal = normalOf(points);
  for (let at = 0; at < fan.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [fan[at], fan[at + 1], fan[at + 2]];
    const side = cross(points, a, b, c);
    if (dot(side, normal) < 0) return false;
  }
  return true;
}

/** Newell's normal: the sum over the outline, also for corners that are not in one plane. */
function normalOf(points: Float64Array): number[] {
  const normal = [0, 0, 0];
  const count = points.length / 3;
  for (let step = 1; step < count - 1; step++) {
    const side = cross(points, 0, step, step + 1);
    for (let axis = 0; axis < 3; axis++) normal[axis] = (normal[axis] ?? 0) + (side[axis] ?? 0);
  }
  return normal;
}

/** The outline as whoever it faces sees it, along the axis it faces most: its corners go round to the left. */
function flatten(points: Float64Array): Vector2[] {
  const normal = normalOf(points);
  const sizes = normal.map(Math.abs);
  const away = sizes.indexOf(Math.max(...sizes));
  const isForwards = (normal[away] ?? 0) >= 0;
  const [right, up] = isForwards ? [(away + 1) % 3, (away + 2) % 3] : [(away + 2) % 3, (away + 1) % 3];
  return Array.from(
    { length: points.length / 3 },
    (_, corner) => new Vector2(points[corner * 3 + right] ?? 0, points[corner * 3 + up] ?? 0),
  );
}

function cross(points: Float64Array, a: number, b: number, c: number): number[] {
  const at = (corner: number, axis: number): number => points[corner * 3 + axis] ?? 0;
  const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)];
  const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return (a[0] ?? 0) * (b[0] ?? 0) + (a[1] ?? 0) * (b[1] ?? 0) + (a[2] ?? 0) * (b[2] ?? 0);
}
