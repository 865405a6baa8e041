import type { Accessor, Material, Node, Primitive } from '@gltf-transform/core';
import { applyMorph, blendJoints, readJointMatrices } from '../animation/deform-mesh.ts';
import { compose, determinant, IDENTITY, type Matrix, multiply } from '../matrix.ts';
import type { UvSet } from '../scene.ts';
import type { GeometryBuilder } from './geometry-builder.ts';
import { judgeTriangles, listUsedPoints, mendPoints, renumberCorners } from './mend-geometry.ts';
import { mendValues, readFloats, readIntegers } from './read-accessor.ts';
import { readEnds, readStrokes } from './read-strokes.ts';

const UV_SETS: readonly UvSet[] = [0, 1, 2, 3];

/** A node with a mesh, and where it stands. Matrices lead into the stage frame. */
export interface PlacedNode {
  readonly node: Node;
  readonly world: Matrix;
  readonly stage: Matrix;
  worldOf(joint: Node): Matrix | undefined;
}

/**
 * Appends the triangles of a node's mesh, and what stands for its points and lines, once for each of its instances
 * (EXT_mesh_gpu_instancing).
 *
 * Triangles that name points which are not there, or are no numbers, are left out as on the stage.
 */
export function appendMesh(
  geometry: GeometryBuilder,
  placed: PlacedNode,
  materialNumber: (material: Material | null, isStroke: boolean) => number,
): void {
  const { node } = placed;
  const mesh = node.getMesh();
  if (mesh === null) return;
  const skin = node.getSkin();
  const joints = skin === null ? null : readJointMatrices(skin, placed.worldOf);
  const copies = joints === null ? readInstances(node) : [{ place: null, tint: null }];
  const places = copies.map(({ place }) => (place === null ? IDENTITY : multiply(placed.world, place)));
  const weights = node.getWeights().length > 0 ? node.getWeights() : mesh.getWeights();

  for (const primitive of mesh.listPrimitives()) {
    const accessor = primitive.getAttribute('POSITION');
    if (accessor === null) continue;
    const isStroke = primitive.getMode() < 4;
    const { corners, points, positions } = isStroke
      ? pickPoints(accessor, readEnds(primitive, accessor.getCount()))
      : pickDrawn(accessor, readTriangles(primitive, accessor.getCount()));
    if (corners.length === 0) continue;
    const read = (name: string, components: number, otherwise = 0): Float32Array | null => {
      const values = floats(primitive.getAttribute(name), components, points);
      return values === null ? null : mendValues(values, otherwise);
    };
    const shape = {
      positions: applyMorph(primitive, 'POSITION', weights, positions, points),
      uvs: UV_SETS.map((set) => read(`TEXCOORD_${set}`, 2)),
      colours: read('COLOR_0', 4, 1),
    };
    if (isStroke) {
      // As on the stage they stand where their node stands, also where a skin moves its surfaces.
      for (const place of joints === null ? places : [placed.world]) {
        const made = readStrokes(shape, corners, primitive.getMode() === 0, place);
        if (made.indices.length === 0) continue;
        const material = materialNumber(primitive.getMaterial(), true);
        geometry.append({ ...made, tangents: null, vertexMatrices: null, material }, IDENTITY);
      }
      continue;
    }
    const normals = read('NORMAL', 3);
    const vertexMatrices =
      joints === null ? null : blendJoints(primitive, joints, positions.length / 3, points);
    const part = {
      ...shape,
      indices: corners,
      normals: normals === null ? null : applyMorph(primitive, 'NORMAL', weights, normals, points),
      tangents: read('TANGENT', 4),
      vertexMatrices,
      ...(vertexMatrices === null ? {} : { isMirrored: determinant(placed.world) < 0 }),
      material: materialNumber(primitive.getMaterial(), false),
    };
    // A skin without joints in this primitive stands where its node stands.
    const stands = joints !== null && vertexMatrices === null ? [placed.world] : places;
    for (const [index, place] of stands.entries()) geometry.append(part, place, copies[index]?.tint);
  }
}

interface PickedPoints {
  readonly corners: Uint32Array;
  /** The points that corners name, of the primitive's; null for all. */
  readonly points: Uint32Array | null;
  readonly positions: Float32Array;
}

/** Of a list that many primitives may share, the points that this one names. */
function pickPoints(accessor: Accessor, named: Uint32Array): PickedPoints {
  const count = accessor.getCount();
  const points = listUsedPoints(count, named.length, (at) => named[at] ?? count);
  const corners = points === null ? named : renumberCorners(named, points, count);
  return { corners, points, positions: readFloats(accessor, 3, points) };
}

/** As {@link pickPoints}, of the triangles that can be drawn, so that each point is a corner of one. */
function pickDrawn(accessor: Accessor, triangles: Uint32Array): PickedPoints {
  const picked = pickPoints(accessor, triangles);
  const { corners, points, positions } = picked;
  const mended = mendPoints(positions);
  const { kept } = judgeTriangles(mended?.positions ?? positions, mended?.bad ?? null, corners);
  if (kept === null) return picked;
  return pickPoints(accessor, points === null ? kept : kept.map((corner) => points[corner] ?? 0));
}

function floats(
  accessor: Accessor | null,
  components: number,
  elements: Uint32Array | null = null,
): Float32Array | null {
  return accessor === null ? null : readFloats(accessor, components, elements);
}

/** Triangle list of a primitive, strips and fans unrolled with their winding (glTF 2.0, 3.7.2.1). */
export function readTriangles(primitive: Primitive, vertexCount: number): Uint32Array {
  const accessor = primitive.getIndices();
  const corners =
    accessor === null ? Uint32Array.from({ length: vertexCount }, (_, i) => i) : readIntegers(accessor);
  const mode = primitive.getMode();
  if (mode === 4) return corners.subarray(0, corners.length - (corners.length % 3));
  const triangles = new Uint32Array(Math.max(0, corners.length - 2) * 3);
  for (let i = 0; i + 2 < corners.length; i++) {
    const isOdd = i % 2 === 1;
    const [a, b, c] = mode === 6 ? [i + 1, i + 2, 0] : [i, i + (isOdd ? 2 : 1), i + (isOdd ? 1 : 2)];
    triangles[i * 3] = corners[a] ?? 0;
    triangles[i * 3 + 1] = corners[b] ?? 0;
    triangles[i * 3 + 2] = corners[c] ?? 0;
  }
  return triangles;
}

interface InstanceAttributes {
  getAttribute(semantic: string): Accessor | null;
}

interface Instance {
  readonly place: Matrix | null;
  /** Linear rgb; null for none. */
  readonly tint: Float32Array | null;
}

function readInstances(node: Node): Instance[] {
  const batch = node.getExtension('EXT_mesh_gpu_instancing') as (InstanceAttributes & object) | null;
  if (batch === null) return [{ place: IDENTITY, tint: null }];
  const translations = floats(batch.getAttribute('TRANSLATION'), 3);
  const rotations = floats(batch.getAttribute('ROTATION'), 4);
  const scales = floats(batch.getAttribute('SCALE'), 3);
  // The format leaves such names to applications; three.js reads this one so.
  const tints = floats(batch.getAttribute('_COLOR_0'), 3);
  const count =
    Math.max((translations?.length ?? 0) / 3, (rotations?.length ?? 0) / 4, (scales?.length ?? 0) / 3) || 1;
  return Array.from({ length: count }, (_, i) => ({
    place: compose(
      translations ? Array.from(translations.subarray(i * 3, i * 3 + 3)) : [0, 0, 0],
      rotations ? Array.from(rotations.subarray(i * 4, i * 4 + 4)) : [0, 0, 0, 1],
      scales ? Array.from(scales.subarray(i * 3, i * 3 + 3)) : [1, 1, 1],
    ),
    tint: tints?.subarray(i * 3, i * 3 + 3) ?? null,
  }));
}
