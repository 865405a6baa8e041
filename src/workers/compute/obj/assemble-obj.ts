import { MAX_COORDINATE } from '../../../tracer/scene/check-seen.ts';
import { createIntegerList } from './number-list.ts';
import type { ObjContents, ObjPart } from './read-obj.ts';
import { smoothNormals } from './smooth-normals.ts';
import { triangulatePolygon } from './triangulate-polygon.ts';

/** A model this many of its sizes away from the origin is centred, or 32 bits would round its details off. */
const FAR_SIZES = 100;

/** What one part of an OBJ draws. */
export interface ObjMesh {
  readonly part: ObjPart;
  /** Numbers of corners of the part: three a triangle, two a line, one a point. */
  readonly corners: Int32Array;
  /** x, y, z a corner, relative to `offset`. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** x, y, z a corner; null for lines and points. */
  readonly normals: Float32Array<ArrayBuffer> | null;
}

export interface ObjAssembly {
  readonly meshes: ReadonlyMap<ObjPart, ObjMesh>;
  /** Where the origin of the positions lies in the file. */
  readonly offset: readonly number[];
  /** Polygons that name a vertex that is not there or is no number, or too few; what is whole of them is drawn. */
  readonly brokenFaceCount: number;
}

/**
 * Turns an OBJ's polygons into triangles with normals, and its polylines into lines. What names a vertex that is not
 * there, or one that is no number, is left out.
 */
export function assembleObj(contents: ObjContents): ObjAssembly {
  const parts = contents.objects.flatMap(({ groups }) =>
    [...groups.values()].flatMap((group) => [...group.parts.values()]),
  );
  const vertices = contents.vertices.view();
  const corners = new Map(parts.map((part) => [part, splitPart(part, vertices)]));
  const offset = findOffset(parts, corners, vertices);
  const meshes = new Map<ObjPart, ObjMesh>();
  for (const part of parts) {
    const used = corners.get(part)?.numbers ?? new Int32Array();
    if (used.length === 0) continue;
    const own = part.corners.view();
    const positions = new Float32Array(used.length * 3);
    for (const [at, corner] of used.entries()) {
      const vertex = (own[corner * 3] ?? 0) * 3;
      for (let axis = 0; axis < 3; axis++) {
        positions[at * 3 + axis] = (vertices[vertex + axis] ?? 0) - (offset[axis] ?? 0);
      }
    }
    const normals = part.kind === 'faces' ? readNormals(contents, own, used) : null;
    meshes.set(part, { part, corners: used, positions, normals });
  }
  fillNormals(meshes, corners);
  const brokenFaceCount = [...corners.values()].reduce((sum, { brokenCount }) => sum + brokenCount, 0);
  return { meshes, offset, brokenFaceCount };
}

interface Split {
  readonly numbers: Int32Array;
  /** Smoothing group of each triangle. */
  readonly smoothing: Int32Array;
  /** Polygons that are not drawn whole. */
  readonly brokenCount: number;
}

function splitPart(part: ObjPart, vertices: Float64Array): Split {
  const own = part.corners.view();
  const [numbers, smoothing] = [createIntegerList(), createIntegerList()];
  const isGood = (corner: number): boolean => {
    const vertex = (own[corner * 3] ?? -1) * 3;
    return (
      vertex >= 0 &&
      Math.abs(vertices[vertex] ?? Number.NaN) <= MAX_COORDINATE &&
      Math.abs(vertices[vertex + 1] ?? Number.NaN) <= MAX_COORDINATE &&
      Math.abs(vertices[vertex + 2] ?? Number.NaN) <= MAX_COORDINATE
    );
  };
  const add = (group: number, ...elements: number[]): void => {
    if (!elements.every(isGood)) return;
    for (const corner of elements) numbers.push(corner);
    smoothing.push(group);
  };
  const groups = part.smoothing.view();
  let first = 0;
  let brokenCount = 0;
  for (const [element, size] of part.sizes.view().entries()) {
    const group = groups[element] ?? 0;
    if (part.kind === 'points') for (let step = 0; step < size; step++) add(group, first + step);
    else if (part.kind === 'lines') {
      for (let step = 0; step < size - 1; step++) add(group, first + step, first + step + 1);
    } else {
      if (!isWhole(first, size, isGood)) brokenCount += 1;
      const cut = size === 3 ? [0, 1, 2] : triangulatePolygon(pointsOf(own, first, size, vertices));
      for (let at = 0; at < cut.length; at += 3) {
        add(group, first + (cut[at] ?? 0), first + (cut[at + 1] ?? 0), first + (cut[at + 2] ?? 0));
      }
    }
    first += size;
  }
  return { numbers: numbers.view(), smoothing: smoothing.view(), brokenCount };
}

function isWhole(first: number, size: number, isGood: (corner: number) => boolean): boolean {
  for (let step = 0; step < size; step++) if (!isGood(first + step)) return false;
  return size >= 3;
}

function pointsOf(own: Int32Array, first: number, size: number, vertices: Float64Array): Float64Array {
  const points = new Float64Array(size * 3);
  for (let at = 0; at < size; at++) {
    const vertex = (own[(first + at) * 3] ?? -1) * 3;
    for (let axis = 0; axis < 3; axis++) points[at * 3 + axis] = vertices[vertex + axis] ?? Number.NaN;
  }
  return points;
}

function findOffset(
  parts: readonly ObjPart[],
  corners: ReadonlyMap<ObjPart, Split>,
  vertices: Float64Array,
): number[] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    const own = part.corners.view();
    for (const corner of corners.get(part)?.numbers ?? []) {
      for (let axis = 0; axis < 3; axis++) {
        const value = vertices[(own[corner * 3] ?? 0) * 3 + axis] ?? 0;
        if (value < (min[axis] ?? 0)) min[axis] = value;
        if (value > (max[axis] ?? 0)) max[axis] = value;
      }
    }
  }
  const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)));
  const centre = max.map((value, axis) => (value + (min[axis] ?? 0)) / 2);
  const isFar = centre.some((value) => Math.abs(value) > size * FAR_SIZES);
  return isFar && Number.isFinite(size) ? centre.map(Math.fround) : [0, 0, 0];
}

/** The file's own normals, of length 1; NaN where a corner has none. */
function readNormals(contents: ObjContents, own: Int32Array, used: Int32Array): Float32Array<ArrayBuffer> {
  const given = contents.normals.view();
  const normals = new Float32Array(used.length * 3).fill(Number.NaN);
  for (const [at, corner] of used.entries()) {
    const normal = (own[corner * 3 + 2] ?? -1) * 3;
    const [x = NaN, y = NaN, z = NaN] = normal < 0 ? [] : given.subarray(normal, normal + 3);
    const length = Math.hypot(x, y, z);
    if (!(length > 0 && length < MAX_COORDINATE)) continue;
    normals[at * 3] = x / length;
    normals[at * 3 + 1] = y / length;
    normals[at * 3 + 2] = z / length;
  }
  return normals;
}

/** Computes what the file leaves out, over all parts at once: a smooth surface may have several materials. */
function fillNormals(meshes: ReadonlyMap<ObjPart, ObjMesh>, splits: ReadonlyMap<ObjPart, Split>): void {
  const lacking = [...meshes.values()].filter(({ normals }) => normals?.some(Number.isNaN));
  const corners = lacking.reduce((sum, { positions }) => sum + positions.length, 0);
  if (corners === 0) return;
  const points = new Float32Array(corners);
  const smoothing = new Int32Array(corners / 9);
  let start = 0;
  for (const { part, positions } of lacking) {
    points.set(positions, start);
    smoothing.set(splits.get(part)?.smoothing ?? [], start / 9);
    start += positions.length;
  }
  const computed = smoothNormals(points, smoothing);
  start = 0;
  for (const { normals } of lacking) {
    for (const [at, value] of (normals ?? []).entries()) {
      if (Number.isNaN(value) && normals !== null) normals[at] = computed[start + at] ?? 0;
    }
    start += normals?.length ?? 0;
  }
}
