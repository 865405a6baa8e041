import type { Primitive } from '@gltf-transform/core';
import { cross } from '../../contract/scene/vector3.ts';
import type { Matrix } from '../matrix.ts';
import { MAX_TRACED_TRIANGLES, type MeshPart } from './geometry-builder.ts';
import { tooComplex } from './gltf-values.ts';
import { readIntegers } from './read-accessor.ts';

/** Half the width of what stands for points and lines, stage units: 1.4 px where the model fills a picture of 1024. */
const RADIUS = 0.01;

/** Directions to the corners of a point, a tetrahedron, and its faces. */
const CORNERS = [
  [1, 1, 1],
  [-1, -1, 1],
  [-1, 1, -1],
  [1, -1, -1],
].map((corner) => corner.map((c) => c / Math.sqrt(3)));
const FACES = [0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3];
/** Corners around a line, as shares of two directions across it; cosines and sines of thirds of a turn. */
const AROUND = [
  [1, 0],
  [-0.5, Math.sqrt(3) / 2],
  [-0.5, -Math.sqrt(3) / 2],
] as const;
const SIDES = [0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4, 2, 0, 5, 0, 3, 5];

/** Triangles of what stands for one point, and for one line. */
export const [POINT_TRIANGLES, LINE_TRIANGLES] = [FACES.length / 3, SIDES.length / 3] as const;

/** The vertices that the points of a primitive name, or the two of each of its lines. */
export function readEnds(primitive: Primitive, vertexCount: number): Uint32Array {
  const accessor = primitive.getIndices();
  const named =
    accessor === null ? Uint32Array.from({ length: vertexCount }, (_, i) => i) : readIntegers(accessor);
  const mode = primitive.getMode();
  if (mode === 0) return named;
  if (mode === 1) return named.subarray(0, named.length - (named.length % 2));
  const lines = mode === 2 ? named.length : named.length - 1;
  if (named.length < 2) return new Uint32Array(0);
  return Uint32Array.from({ length: lines * 2 }, (_, i) => named[((i >> 1) + (i & 1)) % named.length] ?? 0);
}

/** What stands for points and lines. */
type Strokes = Pick<MeshPart, 'indices' | 'positions' | 'normals' | 'uvs' | 'colours'>;

/**
 * Makes something that light meets of points and lines, which have no area: a tetrahedron of each point, a prism of
 * each line. Points that are not there, or are no numbers, are left out with what they end.
 *
 * @param ends From {@link readEnds}.
 * @param isPoints True for points, one vertex each; else two for each line.
 * @param place Where the primitive stands in the stage frame: what comes out is in that frame.
 * @throws AppError `model-too-complex`.
 */
export function readStrokes(
  { positions, uvs, colours }: Pick<MeshPart, 'positions' | 'uvs' | 'colours'>,
  ends: Uint32Array,
  isPoints: boolean,
  place: Matrix,
): Strokes {
  const [step, corners, faces] = isPoints ? [1, 4, FACES] : [2, 6, SIDES];
  const count = ends.length / step;
  if ((count * faces.length) / 3 > MAX_TRACED_TRIANGLES) {
    throw tooComplex('triangles', `${count} points or lines`);
  }
  const made = {
    positions: new Float32Array(count * corners * 3),
    normals: new Float32Array(count * corners * 3),
    uvs: uvs.map((uv) => uv && new Float32Array(count * corners * 2)),
    colours: colours && new Float32Array(count * corners * 4),
  };
  const indices = new Uint32Array(count * faces.length);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const from = ends[i * step] ?? 0;
    const to = ends[i * step + step - 1] ?? 0;
    const [a, b] = [pointAt(place, positions, from), pointAt(place, positions, to)];
    const across = a === null || b === null ? null : isPoints ? [] : directionsAcross(a, b);
    if (a === null || b === null || across === null) continue;
    const first = kept * corners;
    for (let corner = 0; corner < corners; corner++) {
      const isEnd = !isPoints && corner >= 3;
      const normal = isPoints ? CORNERS[corner]! : around(across, corner % 3);
      const vertex = first + corner;
      for (let k = 0; k < 3; k++) {
        made.positions[vertex * 3 + k] = (isEnd ? b : a)[k]! + normal[k]! * RADIUS;
        made.normals[vertex * 3 + k] = normal[k]!;
      }
      const source = isEnd ? to : from;
      copy(uvs, made.uvs, source, vertex, 2);
      copy([colours], [made.colours], source, vertex, 4);
    }
    for (let k = 0; k < faces.length; k++) indices[kept * faces.length + k] = first + faces[k]!;
    kept++;
  }
  const cut = (values: Float32Array | null, size: number) =>
    values?.subarray(0, kept * corners * size) ?? null;
  return {
    indices: indices.subarray(0, kept * faces.length),
    positions: made.positions.subarray(0, kept * corners * 3),
    normals: made.normals.subarray(0, kept * corners * 3),
    uvs: made.uvs.map((uv) => cut(uv, 2)),
    colours: cut(made.colours, 4),
  };
}

type Triple = readonly [number, number, number];

/** A point in the stage frame; null for one that is not there, or is no number. */
function pointAt(m: Matrix, positions: Float32Array, vertex: number): Triple | null {
  const at = vertex * 3;
  if (at + 2 >= positions.length) return null;
  const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
  const row = (k: number) => m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!;
  const point = [row(0), row(1), row(2)] as const;
  return point.every(Number.isFinite) ? point : null;
}

/** Two unit directions across a line; null for one without a length. */
function directionsAcross(a: Triple, b: Triple): readonly Triple[] | null {
  const along = unit([b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
  if (along === null) return null;
  const helper: Triple = Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const first = unit(cross(helper, along));
  return first === null ? null : [first, cross(along, first)];
}

function around([first, second]: readonly Triple[], corner: number): Triple {
  const [c, s] = AROUND[corner]!;
  return [0, 1, 2].map((k) => first![k]! * c + second![k]! * s) as unknown as Triple;
}

function unit([x, y, z]: Triple): Triple | null {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 1e-12 && Number.isFinite(length) ? [x / length, y / length, z / length] : null;
}

function copy(
  from: readonly (Float32Array | null)[],
  to: readonly (Float32Array | null)[],
  source: number,
  target: number,
  size: number,
): void {
  for (const [i, values] of from.entries()) {
    if (values === null) continue;
    for (let k = 0; k < size; k++) to[i]![target * size + k] = values[source * size + k] ?? 0;
  }
}
