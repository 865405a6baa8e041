import type { AppError } from '../../contract/failure.ts';
import { type Blend, type Morph, readMorph, readSkin } from '../animation/pose-vertices.ts';
import { type AccessorValues, readAccessor, readBound } from '../gltf/accessor-values.ts';
import { type JsonObject, listSceneNodes, nodeMatrix, objectOf } from '../gltf/gltf-content.ts';
import type { GltfAccessor, GltfJson, GltfPrimitive } from '../gltf/gltf-json.ts';
import { tooComplex, unreadable } from '../gltf/gltf-values.ts';
import { judgeTriangles, listUsedPoints } from '../gltf/mend-geometry.ts';
import { compose, IDENTITY, type Matrix, multiply } from '../matrix.ts';
import { Bounds } from './bounds.ts';

/** Vertices moved one by one, over all nodes; beyond, the corners of a mesh's box stand for it. About 0.3 s. */
const MAX_EXACT_VERTICES = 4_000_000;
/** What a browser's graphics memory can hold with some comfort: 20 million triangles are about 1 GB. */
const MAX_TRIANGLES = 20_000_000;
/** Copies by EXT_mesh_gpu_instancing of one node that are measured one by one; the bounds of more are rough. */
const MAX_EXACT_INSTANCES = 100_000;
/** Of a whole model: their matrices take 64 MB. */
const MAX_INSTANCES = 1_000_000;

/** A primitive where it stands. */
export interface PlacedPrimitive {
  readonly nodeIndex: number;
  readonly primitive: GltfPrimitive;
  /** File frame, column-major; identity for a skinned mesh, whose joints place it. */
  readonly matrix: Matrix;
  readonly bounds: Bounds;
}

export interface ModelMeasures {
  readonly triangleCount: number;
  readonly bounds: Bounds;
  readonly primitives: readonly PlacedPrimitive[];
  /** True where a box stands for packed vertices that are turned: the bounds may be too wide. */
  readonly isRough: boolean;
  /** False when no triangle has an area and corners that are there. What is packed, points and lines count as seen. */
  readonly isVisible: boolean;
  /** Some positions are no numbers; they are left out of the bounds. */
  readonly hasBadPoints: boolean;
}

/**
 * Measures what the default scene draws, in the file's frame and unit.
 *
 * @param skipped Nodes that are left out.
 * @param decoded Positions of accessors that are packed, as far as they are known.
 * @throws AppError `model-unreadable` when no position is a number, `model-too-complex` above 20 million triangles
 *   or a million instances.
 */
export function measureModel(
  json: GltfJson,
  binary: Uint8Array | null,
  skipped: ReadonlySet<number>,
  decoded: ReadonlyMap<number, AccessorValues> = new Map(),
): ModelMeasures {
  const worlds = worldMatrices(json);
  const primitives: PlacedPrimitive[] = [];
  const bounds = new Bounds();
  let triangleCount = 0;
  let instanceCount = 0;
  let exactVertices = 0;
  let isRough = false;
  let isVisible = false;
  let hasBadPoints = false;
  const sources = new Map<GltfPrimitive, Positions | null>();
  for (const { index } of listSceneNodes(json)) {
    const node = json.nodes?.[index];
    if (node?.mesh === undefined) continue;
    const count = countInstances(json, objectOf(node));
    instanceCount += count;
    if (instanceCount > MAX_INSTANCES) throw tooComplex('elements', `more than ${MAX_INSTANCES} instances`);
    if (skipped.has(index)) continue;
    const copies = instanceMatrices(json, binary, objectOf(node), count);
    isRough ||= copies.length < count;
    const mesh = json.meshes?.[node.mesh];
    for (const primitive of mesh?.primitives ?? []) {
      triangleCount += countTriangles(json, primitive) * count;
      if (triangleCount > MAX_TRIANGLES) {
        throw tooComplex('triangles', `more than ${MAX_TRIANGLES} triangles`);
      }
      const skin = node.skin === undefined ? null : readSkin(json, binary, node.skin, primitive, worlds);
      const world = skin === null ? (worlds.get(index) ?? IDENTITY) : IDENTITY;
      const box = new Bounds();
      const posed = readMorph(json, binary, primitive, node.weights ?? mesh?.weights ?? [], decoded);
      const rest = posed === null ? sources.get(primitive) : undefined;
      const source = rest ?? positionsOf(json, binary, primitive, decoded, posed);
      if (posed === null) sources.set(primitive, source);
      if (source === null) continue;
      hasBadPoints ||= source.hasBadPoints;
      if (source.min.length === 0) continue;
      isVisible ||= seesTriangle(json, binary, primitive, source.rest);
      const isTurned = copies.some((copy) => !keepsAxes(multiply(world, copy)));
      isRough ||= source.values === null && (skin !== null || isTurned || posed !== null);
      exactVertices += source.count * copies.length;
      const isExact = exactVertices <= MAX_EXACT_VERTICES;
      for (const copy of copies) addPrimitive(box, source, multiply(world, copy), skin, isExact);
      if (box.isEmpty) continue;
      if (![...box.min, ...box.max].every(Number.isFinite)) throw notNumbers();
      bounds.add(box.min[0] ?? 0, box.min[1] ?? 0, box.min[2] ?? 0);
      bounds.add(box.max[0] ?? 0, box.max[1] ?? 0, box.max[2] ?? 0);
      primitives.push({ nodeIndex: index, primitive, matrix: world, bounds: box });
    }
  }
  if (bounds.isEmpty && hasBadPoints) throw notNumbers();
  return { triangleCount, bounds, primitives, isRough, isVisible, hasBadPoints };
}

/** Triangles of one primitive; 0 for points and lines. */
export function countTriangles(json: GltfJson, primitive: GltfPrimitive): number {
  const mode = primitive.mode ?? 4;
  if (mode < 4) return 0;
  const accessor = json.accessors?.[primitive.indices ?? primitive.attributes?.POSITION ?? -1];
  const count = accessor?.count ?? 0;
  return Math.max(0, mode === 4 ? Math.floor(count / 3) : count - 2);
}

interface Positions {
  readonly values: AccessorValues | null;
  /** The same before morph targets move them. */
  readonly rest: AccessorValues | null;
  /** Those of its vertices that are drawn; null where all are, or where that cannot be read. */
  readonly used: Uint32Array | null;
  /** Of what is drawn. */
  readonly count: number;
  /** Empty when no position is a number. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly hasBadPoints: boolean;
}

function positionsOf(
  json: GltfJson,
  binary: Uint8Array | null,
  primitive: GltfPrimitive,
  decoded: ReadonlyMap<number, AccessorValues>,
  morph: Morph | null,
): Positions | null {
  const index = primitive.attributes?.POSITION ?? -1;
  const accessor = json.accessors?.[index];
  if (accessor === undefined || (accessor.count ?? 0) === 0) return null;
  const rest = readAccessor(json, binary, accessor) ?? decoded.get(index) ?? null;
  const min = readBound(accessor, 'min');
  const max = readBound(accessor, 'max');
  if (rest === null) {
    if (min === null || max === null) {
      throw unreadable('positions have neither bytes nor bounds', 'positions-damaged');
    }
    return { values: null, rest, used: null, count: 0, ...widen(min, max, morph), hasBadPoints: false };
  }
  const values = morph === null ? rest : movedValues(rest, morph);
  const measured = values ?? rest;
  const used = usedVertices(json, binary, primitive, rest.count);
  const count = used?.length ?? rest.count;
  const box = new Bounds();
  let hasBadPoints = false;
  for (let at = 0; at < count; at++) {
    const vertex = used?.[at] ?? at;
    const [x, y, z] = [measured.get(vertex, 0), measured.get(vertex, 1), measured.get(vertex, 2)];
    if (Number.isFinite(x + y + z)) box.add(x, y, z);
    else hasBadPoints = true;
  }
  const bounds = box.isEmpty ? { min: [], max: [] } : widen(box.min, box.max, values === null ? morph : null);
  return { values, rest, used, count, ...bounds, hasBadPoints };
}

function movedValues(rest: AccessorValues, { move }: Morph): AccessorValues | null {
  if (move === null) return null;
  return { count: rest.count, get: (vertex, axis) => rest.get(vertex, axis) + move(vertex, axis) };
}

/** A box around all that may become of what is in one. */
function widen(
  min: readonly number[],
  max: readonly number[],
  morph: Morph | null,
): Pick<Positions, 'min' | 'max'> {
  const by = (bound: readonly number[], move: readonly number[] | undefined): readonly number[] =>
    move === undefined ? bound : bound.map((value, axis) => value + (move[axis] ?? 0));
  return { min: by(min, morph?.min), max: by(max, morph?.max) };
}

/** The vertices that indices name; null where all are drawn, or where indices cannot be read. */
function usedVertices(
  json: GltfJson,
  binary: Uint8Array | null,
  { indices: index, mode = 4 }: GltfPrimitive,
  vertexCount: number,
): Uint32Array | null {
  const indices = index === undefined ? null : readAccessor(json, binary, json.accessors?.[index]);
  if (indices === null) return null;
  const cornerCount = mode === 4 ? indices.count - (indices.count % 3) : indices.count;
  return listUsedPoints(vertexCount, cornerCount, (at) => indices.get(at, 0));
}

/** True at the first triangle that can be seen, and for what cannot be looked into here. */
function seesTriangle(
  json: GltfJson,
  binary: Uint8Array | null,
  { mode = 4, indices: index }: GltfPrimitive,
  values: AccessorValues | null,
): boolean {
  const indices = index === undefined ? null : readAccessor(json, binary, json.accessors?.[index]);
  if (mode < 4 || values === null || (index !== undefined && indices === null)) return true;
  const cornerCount = indices?.count ?? values.count;
  const triangle = new Float64Array(9);
  for (let at = 0; at + 2 < cornerCount; at += mode === 4 ? 3 : 1) {
    for (let corner = 0; corner < 3; corner++) {
      const place = mode === 6 && corner === 0 ? 0 : at + corner;
      const point = indices?.get(place, 0) ?? place;
      const isThere = point < values.count;
      for (let axis = 0; axis < 3; axis++)
        triangle[corner * 3 + axis] = isThere ? values.get(point, axis) : Number.NaN;
    }
    if (triangle.every(Number.isFinite) && judgeTriangles(triangle, null, null).isVisible) return true;
  }
  return false;
}

function addPrimitive(
  box: Bounds,
  source: Positions,
  matrix: Matrix,
  skin: Blend | null,
  isExact: boolean,
): void {
  const { values, used, count, min, max } = source;
  if (values !== null && isExact) {
    for (let at = 0; at < count; at++) {
      const vertex = used?.[at] ?? at;
      const [x, y, z] = [values.get(vertex, 0), values.get(vertex, 1), values.get(vertex, 2)];
      if (!Number.isFinite(x + y + z)) continue;
      box.addMoved(skin === null ? matrix : multiply(matrix, skin(vertex)), x, y, z);
    }
    return;
  }
  const placed = skin === null ? matrix : multiply(matrix, skin(0));
  for (let corner = 0; corner < 8; corner++) {
    const pick = (axis: number): number => (corner & (1 << axis) ? (max[axis] ?? 0) : (min[axis] ?? 0));
    box.addMoved(placed, pick(0), pick(1), pick(2));
  }
}

/** True when every axis stays along an axis, so that the box of a box is exact. */
function keepsAxes(m: Matrix): boolean {
  return [0, 4, 8].every((start) => {
    const column = m.slice(start, start + 3);
    const length = Math.hypot(...column);
    return column.filter((value) => Math.abs(value) > length * 1e-6).length <= 1;
  });
}

function worldMatrices(json: GltfJson): Map<number, Matrix> {
  const worlds = new Map<number, Matrix>();
  for (const { index, parent } of listSceneNodes(json)) {
    const above = parent === null ? IDENTITY : (worlds.get(parent) ?? IDENTITY);
    worlds.set(index, multiply(above, nodeMatrix(objectOf(json.nodes?.[index]))));
  }
  return worlds;
}

/** What places the copies of a node's mesh. */
const COPIED = ['TRANSLATION', 'ROTATION', 'SCALE'] as const;

function copyAccessors(json: GltfJson, node: JsonObject): (GltfAccessor | undefined)[] {
  const attributes = objectOf(objectOf(objectOf(node.extensions).EXT_mesh_gpu_instancing).attributes);
  return COPIED.map((name) => json.accessors?.[Number(attributes[name] ?? -1)]);
}

/**
 * How often EXT_mesh_gpu_instancing repeats a node's mesh; once without it, and what a skin moves. By what is announced: packed
 * ones cannot be read here, and those without bytes are as many zeros.
 */
export function countInstances(json: GltfJson, node: JsonObject): number {
  if (node.skin !== undefined) return 1;
  return Math.max(...copyAccessors(json, node).map((accessor) => accessor?.count ?? 0)) || 1;
}

/** Where a node's copies stand, as far as that is measured. */
function instanceMatrices(
  json: GltfJson,
  binary: Uint8Array | null,
  node: JsonObject,
  count: number,
): readonly Matrix[] {
  if (node.skin !== undefined) return [IDENTITY];
  const [moves, turns, scales] = copyAccessors(json, node).map((one) => readAccessor(json, binary, one));
  const row = (from: AccessorValues | null | undefined, index: number, otherwise: number[]): number[] =>
    !from || index >= from.count ? otherwise : otherwise.map((_, cell) => from.get(index, cell));
  return Array.from({ length: Math.min(MAX_EXACT_INSTANCES, count) }, (_, index) =>
    compose(row(moves, index, [0, 0, 0]), row(turns, index, [0, 0, 0, 1]), row(scales, index, [1, 1, 1])),
  );
}

function notNumbers(): AppError {
  return unreadable('positions are not finite numbers', 'positions-damaged');
}
