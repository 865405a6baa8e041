import { createKeyTable } from './key-table.ts';
import { UNSAID } from './read-obj.ts';

/**
 * Faces without a smoothing group are smoothed over edges flatter than this: scans come out round, and what is built
 * of boards keeps its edges. Cylinders of ten sides and more are round.
 */
const CREASE_COSINE = Math.cos((40 * Math.PI) / 180);
/** At a corner of more faces than this all of them count; comparing each with each would take hours for a hostile file. */
const MAX_COMPARED = 256;

/**
 * Normals for triangles that bring none. Corners at the same place share one: within a smoothing group all of them,
 * without any group those across flat edges, with smoothing off none. Each counts by its angle there, so that it does
 * not matter how a polygon was cut.
 *
 * @param points x, y, z of the three corners of every triangle.
 * @param smoothing Smoothing group of every triangle.
 * @returns x, y, z of length 1 for every corner.
 */
export function smoothNormals(points: Float32Array, smoothing: Int32Array): Float32Array<ArrayBuffer> {
  const count = smoothing.length;
  const [sides, angles] = measureTriangles(points, count);
  const [places, placeCount] = weld(points);
  const [starts, members] = groupByPlace(places, placeCount);
  const normals = new Float32Array(points.length);
  const crowded = new Map<string, readonly number[]>();
  const sumAround = (triangle: number, place: number, isCompared: boolean): readonly number[] => {
    const group = smoothing[triangle] ?? 0;
    let [x, y, z] = [0, 0, 0];
    for (let at = starts[place] ?? 0; at < (starts[place + 1] ?? 0); at++) {
      const other = Math.floor((members[at] ?? 0) / 3);
      if (smoothing[other] !== group) continue;
      if (isCompared && cosine(sides, triangle, other) < CREASE_COSINE) continue;
      const angle = angles[members[at] ?? 0] ?? 0;
      x += angle * (sides[other * 3] ?? 0);
      y += angle * (sides[other * 3 + 1] ?? 0);
      z += angle * (sides[other * 3 + 2] ?? 0);
    }
    return [x, y, z];
  };
  const sumAt = (corner: number): readonly number[] => {
    const triangle = Math.floor(corner / 3);
    const group = smoothing[triangle] ?? 0;
    if (group === 0) return [0, 1, 2].map((axis) => sides[triangle * 3 + axis] ?? 0);
    const place = places[corner] ?? 0;
    const crowd = (starts[place + 1] ?? 0) - (starts[place] ?? 0);
    if (crowd <= MAX_COMPARED) return sumAround(triangle, place, group === UNSAID);
    const key = `${place} ${group}`;
    const sum = crowded.get(key) ?? sumAround(triangle, place, false);
    crowded.set(key, sum);
    return sum;
  };
  for (let corner = 0; corner < count * 3; corner++) {
    const [x = 0, y = 0, z = 0] = sumAt(corner);
    const length = Math.hypot(x, y, z);
    const isFlat = !(length > 0);
    normals[corner * 3] = isFlat ? 0 : x / length;
    normals[corner * 3 + 1] = isFlat ? 1 : y / length;
    normals[corner * 3 + 2] = isFlat ? 0 : z / length;
  }
  return normals;
}

/** The normal of every triangle, of length 1 or without any for a line, and the angle at every corner. */
function measureTriangles(points: Float32Array, count: number): [Float64Array, Float64Array] {
  const sides = new Float64Array(count * 3);
  const angles = new Float64Array(count * 3);
  for (let triangle = 0; triangle < count; triangle++) {
    const at = triangle * 9;
    const p = (offset: number): number => points[at + offset] ?? 0;
    const [ux, uy, uz] = [p(3) - p(0), p(4) - p(1), p(5) - p(2)];
    const [vx, vy, vz] = [p(6) - p(0), p(7) - p(1), p(8) - p(2)];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const area = Math.hypot(x, y, z);
    if (!(area > 0)) continue;
    sides.set([x / area, y / area, z / area], triangle * 3);
    const first = Math.atan2(area, ux * vx + uy * vy + uz * vz);
    const second = Math.atan2(area, ux * (ux - vx) + uy * (uy - vy) + uz * (uz - vz));
    angles.set([first, second, Math.PI - first - second], triangle * 3);
  }
  return [sides, angles];
}

/** 1 for a triangle without an area: it has no edge to keep. */
function cosine(sides: Float64Array, a: number, b: number): number {
  const [ax = 0, ay = 0, az = 0] = [sides[a * 3], sides[a * 3 + 1], sides[a * 3 + 2]];
  const [bx = 0, by = 0, bz = 0] = [sides[b * 3], sides[b * 3 + 1], sides[b * 3 + 2]];
  const isLine = (ax === 0 && ay === 0 && az === 0) || (bx === 0 && by === 0 && bz === 0);
  return isLine ? 1 : ax * bx + ay * by + az * bz;
}

/** A number for every place, the same for corners whose coordinates are the same. */
function weld(points: Float32Array): [Int32Array, number] {
  const corners = points.length / 3;
  const places = new Int32Array(corners);
  const table = createKeyTable(3, corners / 4);
  // -0 is the same place as 0.
  const bits = new Int32Array(points.map((value) => value + 0).buffer);
  for (let corner = 0; corner < corners; corner++) {
    places[corner] = table.number(bits.subarray(corner * 3, corner * 3 + 3));
  }
  return [places, table.count];
}

function groupByPlace(places: Int32Array, count: number): [Int32Array, Int32Array] {
  const starts = new Int32Array(count + 1);
  for (const place of places) starts[place + 1] = (starts[place + 1] ?? 0) + 1;
  for (let place = 0; place < count; place++)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const next = starts.slice();
  const members = new Int32Array(places.length);
  for (const [corner, place] of places.entries()) {
    const at = next[place] ?? 0;
    members[at] = corner;
    next[place] = at + 1;
  }
  return [starts, members];
}
