import type { JsonObject } from '../../../tracer/gltf/gltf-content.ts';
import type { BinaryBuilder } from '../pack/write-glb.ts';
import type { ObjAssembly } from './assemble-obj.ts';
import { createKeyTable } from './key-table.ts';
import type { ObjContents, ObjPart } from './read-obj.ts';

/** The document a primitive is written into. */
export interface PrimitiveTarget {
  readonly chunk: BinaryBuilder;
  readonly bufferViews: JsonObject[];
  readonly accessors: JsonObject[];
}

const MODES = { points: 0, lines: 1, faces: 4 } as const;
const FLOAT = 5126;

/**
 * Writes what a part draws, equal corners once.
 *
 * @param isPainted Its material has a picture as its colour. The colours of the vertices say the same less finely then, as scanners write
 *   both, and programs that read OBJ show the picture alone; in glTF they would darken it.
 * @returns A glTF primitive without its material.
 */
export function writeObjPrimitive(
  contents: ObjContents,
  { meshes }: ObjAssembly,
  part: ObjPart,
  target: PrimitiveTarget,
  isPainted: boolean,
): JsonObject {
  const mesh = meshes.get(part);
  if (mesh === undefined) throw new Error('a part that draws nothing');
  const { corners, positions, normals } = mesh;
  const own = part.corners.view();
  const uvs = contents.textureVertices.view();
  const colours = contents.colours.view();

  // 1. Corners that agree in everything become one vertex.
  const table = createKeyTable(5, corners.length / 2);
  const bits = normals === null ? null : new Int32Array(normals.buffer);
  const indices = new Uint32Array(corners.length);
  const firsts: number[] = [];
  for (const [at, corner] of corners.entries()) {
    const [vertex = 0, texture = -1] = [own[corner * 3], own[corner * 3 + 1]];
    const start = at * 3;
    const number = table.number([
      vertex,
      texture,
      bits?.[start] ?? 0,
      bits?.[start + 1] ?? 0,
      bits?.[start + 2] ?? 0,
    ]);
    indices[at] = number;
    if (number === firsts.length) firsts.push(at);
  }
  const gather = (
    width: number,
    read: (at: number, component: number) => number,
  ): Float32Array<ArrayBuffer> => {
    const values = new Float32Array(firsts.length * width);
    for (const [vertex, at] of firsts.entries()) {
      for (let component = 0; component < width; component++) {
        values[vertex * width + component] = read(at, component);
      }
    }
    return values;
  };

  // 2. Attributes, each only where some corner has it.
  const has = (place: number): boolean => corners.some((corner) => (own[corner * 3 + place] ?? -1) >= 0);
  const attributes: Record<string, number> = {
    POSITION: add(
      target,
      'VEC3',
      gather(3, (at, axis) => positions[at * 3 + axis] ?? 0),
      true,
    ),
  };
  if (normals !== null) {
    attributes.NORMAL = add(
      target,
      'VEC3',
      gather(3, (at, axis) => normals[at * 3 + axis] ?? 0),
    );
  }
  if (part.kind === 'faces' && has(1)) {
    const read = (at: number, component: number): number => {
      const texture = own[(corners[at] ?? 0) * 3 + 1] ?? -1;
      const value = texture < 0 ? 0 : (uvs[texture * 2 + component] ?? 0);
      if (!Number.isFinite(value)) return 0;
      return component === 0 ? value : 1 - value;
    };
    attributes.TEXCOORD_0 = add(target, 'VEC2', gather(2, read));
  }
  if (colours.length > 0 && !(isPainted && 'TEXCOORD_0' in attributes)) {
    const read = (at: number, component: number): number => {
      const value = colours[(own[(corners[at] ?? 0) * 3] ?? 0) * 3 + component] ?? 1;
      return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1;
    };
    attributes.COLOR_0 = add(target, 'VEC3', gather(3, read));
  }
  return { attributes, indices: addIndices(target, indices, firsts.length), mode: MODES[part.kind] };
}

function add(
  { chunk, bufferViews, accessors }: PrimitiveTarget,
  type: 'VEC2' | 'VEC3',
  values: Float32Array<ArrayBuffer>,
  isBounded = false,
): number {
  const width = type === 'VEC2' ? 2 : 3;
  const byteOffset = chunk.add(new Uint8Array(values.buffer));
  const bufferView =
    bufferViews.push({ buffer: 0, byteOffset, byteLength: values.byteLength, target: 34962 }) - 1;
  const bounds = isBounded ? boundsOf(values) : {};
  return (
    accessors.push({ bufferView, componentType: FLOAT, count: values.length / width, type, ...bounds }) - 1
  );
}

function boundsOf(values: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const [at, value] of values.entries()) {
    const axis = at % 3;
    if (value < (min[axis] ?? 0)) min[axis] = value;
    if (value > (max[axis] ?? 0)) max[axis] = value;
  }
  return { min, max };
}

function addIndices(
  { chunk, bufferViews, accessors }: PrimitiveTarget,
  indices: Uint32Array<ArrayBuffer>,
  vertexCount: number,
): number {
  const isShort = vertexCount < 0xffff;
  const values = isShort ? new Uint16Array(indices) : indices;
  const byteOffset = chunk.add(new Uint8Array(values.buffer));
  const view = { buffer: 0, byteOffset, byteLength: values.byteLength, target: 34963 };
  const bufferView = bufferViews.push(view) - 1;
  const componentType = isShort ? 5123 : 5125;
  return accessors.push({ bufferView, componentType, count: values.length, type: 'SCALAR' }) - 1;
}
