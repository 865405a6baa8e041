import {
  DETECTION_MAX_NORMALS,
  DETECTION_MAX_VERTICES,
  DETECTION_NORMAL_THRESHOLD,
} from '../../../contract/constants.ts';
import { type AccessorValues, readAccessor } from '../../../tracer/gltf/accessor-values.ts';
import type { GltfJson, GltfPrimitive } from '../../../tracer/gltf/gltf-json.ts';
import type { Matrix } from '../../../tracer/matrix.ts';
import type { PlacedPrimitive } from '../../../tracer/scene/measure-model.ts';

/** A few points and triangles of every mesh, in the file's frame. */
export interface SurfaceSample {
  /** Area of the sampled triangles that face along x, y and z, either way; slanted ones count nowhere. */
  readonly facing: readonly number[];
  /** Mean of the sampled vertices, null when none can be read. */
  readonly mean: readonly number[] | null;
}

/** Even steps over a mesh fall into step with its rows; those of the golden ratio do not. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Compressed and skinned meshes are passed over: their vertices do not stand in the file where they are drawn. */
export function sampleSurface(
  json: GltfJson,
  binary: Uint8Array | null,
  primitives: readonly PlacedPrimitive[],
): SurfaceSample {
  const facing = [0, 0, 0];
  const sum = [0, 0, 0];
  let vertexCount = 0;
  for (const { primitive, matrix, nodeIndex } of primitives) {
    const positions = readAccessor(json, binary, json.accessors?.[primitive.attributes?.POSITION ?? -1]);
    if (positions === null || json.nodes?.[nodeIndex]?.skin !== undefined) continue;
    const place = (vertex: number): number[] => move(matrix, positions, vertex);
    for (const vertex of spread(positions.count, DETECTION_MAX_VERTICES)) {
      for (const [axis, value] of place(vertex).entries()) sum[axis] = (sum[axis] ?? 0) + value;
      vertexCount++;
    }
    for (const [a, b, c] of sampleTriangles(json, binary, primitive, positions)) {
      const normal = crossOf(place(a), place(b), place(c));
      const area = Math.hypot(...normal);
      const axis = normal.findIndex((value) => Math.abs(value) > DETECTION_NORMAL_THRESHOLD * area);
      if (axis >= 0) facing[axis] = (facing[axis] ?? 0) + area / 2;
    }
  }
  return { facing, mean: vertexCount === 0 ? null : sum.map((value) => value / vertexCount) };
}

/** Corners of some triangles of a plain list of them; strips and fans have none. */
function sampleTriangles(
  json: GltfJson,
  binary: Uint8Array | null,
  primitive: GltfPrimitive,
  positions: AccessorValues,
): (readonly [number, number, number])[] {
  if ((primitive.mode ?? 4) !== 4) return [];
  const isIndexed = primitive.indices !== undefined;
  const indices = isIndexed ? readAccessor(json, binary, json.accessors?.[primitive.indices ?? -1]) : null;
  if (isIndexed && indices === null) return [];
  const corner = (index: number): number => indices?.get(index, 0) ?? index;
  const count = Math.floor((indices?.count ?? positions.count) / 3);
  return spread(count, DETECTION_MAX_NORMALS)
    .map((triangle) => [corner(3 * triangle), corner(3 * triangle + 1), corner(3 * triangle + 2)] as const)
    .filter((corners) => corners.every((vertex) => vertex < positions.count));
}

/** Up to `limit` indices, spread over `count`. */
function spread(count: number, limit: number): number[] {
  if (count <= limit) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: limit }, (_, step) => Math.floor(((step * GOLDEN) % 1) * count));
}

function move(m: Matrix, positions: AccessorValues, vertex: number): number[] {
  const [x, y, z] = [positions.get(vertex, 0), positions.get(vertex, 1), positions.get(vertex, 2)];
  return [0, 1, 2].map(
    (row) => (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[8 + row] ?? 0) * z + (m[12 + row] ?? 0),
  );
}

/** The normal of a triangle, twice as long as its area is large. */
function crossOf(a: readonly number[], b: readonly number[], c: readonly number[]): number[] {
  const side = (to: readonly number[], axis: number): number => (to[axis % 3] ?? 0) - (a[axis % 3] ?? 0);
  return [0, 1, 2].map(
    (axis) => side(b, axis + 1) * side(c, axis + 2) - side(b, axis + 2) * side(c, axis + 1),
  );
}
