import {
  BufferAttribute,
  BufferGeometry,
  InstancedMesh,
  type InterleavedBufferAttribute,
  Matrix3,
  SkinnedMesh,
} from 'three';
import type { ModelPart } from './stage-model.ts';

/** Larger parts gain nothing from being drawn with others. */
const MAX_PART_VERTICES = 5_000;
/** About 100 MB on the card; what goes beyond it is drawn part by part. */
const MAX_VERTICES = 3_000_000;
/** What the materials of three.js read of a vertex. */
const ATTRIBUTES = ['position', 'normal', 'tangent', 'uv', 'uv1', 'uv2', 'uv3', 'color'] as const;

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** A part whose vertices lie among those of others, where they stand on the stage. */
export interface PooledPart {
  readonly part: ModelPart;
  /** Names what its vertices consist of: parts of one layout share the attributes of `shared`. */
  readonly layout: string;
  readonly shared: BufferGeometry;
  /** Its triangles, as indices into `shared`. */
  readonly indices: Uint32Array;
  /** Of its vertices in `shared`, which lie one after the other. */
  readonly firstVertex: number;
  readonly vertexCount: number;
}

/**
 * Puts the vertices of parts together by layout, in the frame of the matrices that the parts have now. Parts that are
 * large, move in themselves, are copied on the card or mirrored are left out, and so is what is too much.
 */
export function poolGeometries(parts: readonly ModelPart[]): PooledPart[] {
  const layouts = new Map<string, ModelPart[]>();
  let room = MAX_VERTICES;
  for (const part of parts) {
    const { position } = part.mesh.geometry.attributes;
    if (position === undefined || !isPoolable(part, position) || position.count > room) continue;
    room -= position.count;
    const layout = layoutOf(part.mesh.geometry);
    const known = layouts.get(layout);
    if (known === undefined) layouts.set(layout, [part]);
    else known.push(part);
  }
  return [...layouts].flatMap(([layout, members]) => pool(layout, members));
}

function isPoolable({ mesh, hasSurface }: ModelPart, { count }: { readonly count: number }): boolean {
  const isStill =
    !(mesh instanceof SkinnedMesh || mesh instanceof InstancedMesh) &&
    Object.keys(mesh.geometry.morphAttributes).length === 0;
  return hasSurface && isStill && count <= MAX_PART_VERTICES && mesh.matrixWorld.determinant() > 0;
}

function layoutOf({ attributes }: BufferGeometry): string {
  return ATTRIBUTES.flatMap((name) => {
    const attribute = attributes[name];
    return attribute === undefined ? [] : [`${name}${attribute.itemSize}`];
  }).join();
}

function pool(layout: string, members: readonly ModelPart[]): PooledPart[] {
  const shared = new BufferGeometry();
  const counts = members.map(({ mesh }) => mesh.geometry.getAttribute('position').count);
  const total = counts.reduce((sum, count) => sum + count, 0);
  for (const name of ATTRIBUTES) {
    const first = members[0]?.mesh.geometry.attributes[name];
    if (first === undefined) continue;
    const { itemSize } = first;
    const values = new Float32Array(total * itemSize);
    let at = 0;
    for (const [index, { mesh }] of members.entries()) {
      const source = mesh.geometry.getAttribute(name) as Attribute;
      copy(source, values, at);
      const end = at + (counts[index] ?? 0) * itemSize;
      place(name, values.subarray(at, end), itemSize, mesh);
      at = end;
    }
    shared.setAttribute(name, new BufferAttribute(values, itemSize));
  }
  shared.computeBoundingSphere();
  let start = 0;
  return members.map((part, index) => {
    const count = counts[index] ?? 0;
    const own = part.mesh.geometry.index;
    const indices = new Uint32Array(own?.count ?? count);
    for (let at = 0; at < indices.length; at++) indices[at] = start + (own === null ? at : own.getX(at));
    const firstVertex = start;
    start += count;
    return { part, layout, shared, indices, firstVertex, vertexCount: count };
  });
}

function copy(source: Attribute, values: Float32Array, at: number): void {
  const { itemSize, count } = source;
  if (source instanceof BufferAttribute && source.array instanceof Float32Array) {
    values.set(source.array.subarray(0, count * itemSize), at);
    return;
  }
  for (let vertex = 0; vertex < count; vertex++) {
    for (let component = 0; component < itemSize; component++) {
      values[at + vertex * itemSize + component] = source.getComponent(vertex, component);
    }
  }
}

const NORMAL_MATRIX = new Matrix3();

/** Brings what is of a place or a direction from the mesh's frame to that of its world matrix. */
function place(
  name: (typeof ATTRIBUTES)[number],
  values: Float32Array,
  itemSize: number,
  { matrixWorld }: ModelPart['mesh'],
): void {
  if (name === 'position') placePoints(values, itemSize, matrixWorld.elements);
  if (name === 'tangent') turn(values, itemSize, NORMAL_MATRIX.setFromMatrix4(matrixWorld).elements);
  if (name === 'normal') turn(values, itemSize, NORMAL_MATRIX.getNormalMatrix(matrixWorld).elements);
}

// Number by number: three.js's vectors take three times as long, and there may be millions.
function placePoints(values: Float32Array, itemSize: number, m: readonly number[]): void {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0, , x0 = 0, y0 = 0, z0 = 0] = m;
  for (let at = 0; at < values.length; at += itemSize) {
    const x = values[at] ?? 0;
    const y = values[at + 1] ?? 0;
    const z = values[at + 2] ?? 0;
    values[at] = a * x + d * y + g * z + x0;
    values[at + 1] = b * x + e * y + h * z + y0;
    values[at + 2] = c * x + f * y + i * z + z0;
  }
}

function turn(values: Float32Array, itemSize: number, m: readonly number[]): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m;
  for (let at = 0; at < values.length; at += itemSize) {
    const x = values[at] ?? 0;
    const y = values[at + 1] ?? 0;
    const z = values[at + 2] ?? 0;
    const nx = a * x + d * y + g * z;
    const ny = b * x + e * y + h * z;
    const nz = c * x + f * y + i * z;
    const scale = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    values[at] = nx * scale;
    values[at + 1] = ny * scale;
    values[at + 2] = nz * scale;
  }
}
