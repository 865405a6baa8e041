import { cofactors, determinant, type Matrix } from '../matrix.ts';
import type { SceneGeometry, SceneMaterial, TextureSlot, UvSet } from '../scene.ts';
import { generateTangents } from './generate-tangents.ts';
import { tooComplex, unreadable } from './gltf-values.ts';

/** A million triangles take about 180 MB in the kernel; its memory ends at 4 GB. */
export const MAX_TRACED_TRIANGLES = 5_000_000;

/** A triangle names its material in 16 bits; the last number is left for a cyclorama's. Copies that wear labels count. */
export const MAX_TRACED_MATERIALS = 65_535;

/** One primitive before it is placed. Arrays are read only; null where the file has none. */
export interface MeshPart {
  readonly indices: Uint32Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  readonly tangents: Float32Array | null;
  /** By their sets. */
  readonly uvs: readonly (Float32Array | null)[];
  readonly colours: Float32Array | null;
  /** Column-major 4x4 per vertex of a skinned part, applied before the place. */
  readonly vertexMatrices: Float64Array | null;
  /** Of a skinned part, whether its node is mirrored: that says which side of its triangles is the front (glTF 2.0, 3.7.4). */
  readonly isMirrored?: boolean;
  readonly material: number;
}

/** Collects placed parts into one triangle soup. */
export interface GeometryBuilder {
  /** Of what was appended so far; they stay in that order. */
  readonly vertexCount: number;
  /**
   * @param tint Linear rgb that multiplies all its colours, whatever it is dressed in.
   * @throws AppError `model-too-complex` above {@link MAX_TRACED_TRIANGLES}.
   */
  append(part: MeshPart, place: Matrix, tint?: ArrayLike<number> | null): void;
  /** @throws AppError `model-unreadable` when no triangle was appended, `model-too-complex` with more materials than can be told apart. */
  finish(): SceneGeometry;
}

interface PlacedPart {
  readonly indices: Uint32Array;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly tangents: Float32Array | null;
  /** By their sets. */
  readonly uvs: readonly (Float32Array | null)[];
  readonly colours: Float32Array | null;
  readonly material: number;
}

export function createGeometry(materials: readonly SceneMaterial[]): GeometryBuilder {
  const parts: PlacedPart[] = [];
  let triangleCount = 0;
  let vertexCount = 0;
  return {
    get vertexCount() {
      return vertexCount;
    },
    append(part, place, tint = null) {
      triangleCount += part.indices.length / 3;
      if (triangleCount > MAX_TRACED_TRIANGLES) {
        throw tooComplex('triangles', `more than ${MAX_TRACED_TRIANGLES} triangles`);
      }
      const whole = part.normals === null ? unshareVertices(part) : part;
      const material = materials[part.material];
      const colours = material?.hasVertexColours === false ? null : whole.colours;
      const tinted = tintColours(colours, whole.positions.length / 3, tint);
      parts.push(placePart({ ...whole, colours: tinted }, place, material));
      vertexCount += whole.positions.length / 3;
    },
    finish() {
      if (triangleCount === 0) throw unreadable('no visible triangles', 'nothing-visible');
      if (materials.length > MAX_TRACED_MATERIALS)
        throw tooComplex('elements', `${materials.length} materials`);
      return joinParts(parts);
    },
  };
}

function placePart(part: MeshPart, place: Matrix, material: SceneMaterial | undefined): PlacedPart {
  const isMirrored = part.isMirrored ?? determinant(place) < 0;
  const indices = part.indices.slice();
  if (isMirrored) {
    for (let i = 0; i < indices.length; i += 3) {
      const second = indices[i + 1] ?? 0;
      indices[i + 1] = indices[i + 2] ?? 0;
      indices[i + 2] = second;
    }
  }
  const normals = new Float32Array(part.positions.length);
  const positions = new Float32Array(part.positions.length);
  const givenTangents = part.tangents === null ? null : new Float32Array(part.tangents.length);
  const side = determinant(place) < 0 ? -1 : 1;
  for (let vertex = 0; vertex * 3 < positions.length; vertex++) {
    const own = part.vertexMatrices?.subarray(vertex * 16, vertex * 16 + 16);
    const sign = own !== undefined && determinant(own) < 0 ? -side : side;
    const point = apply(place, own, part.positions, vertex * 3, 1);
    for (let k = 0; k < 3; k++) positions[vertex * 3 + k] = point[k] ?? 0;
    if (part.normals !== null) {
      const n = turn(place, own, part.normals, vertex * 3);
      for (let k = 0; k < 3; k++) normals[vertex * 3 + k] = (n[k] ?? 0) * sign;
    }
    if (givenTangents !== null && part.tangents !== null) {
      const t = unit(apply(place, own, part.tangents, vertex * 4, 0));
      for (let k = 0; k < 3; k++) givenTangents[vertex * 4 + k] = t[k] ?? 0;
      givenTangents[vertex * 4 + 3] = (part.tangents[vertex * 4 + 3] ?? 1) * sign;
    }
  }
  for (const value of positions) {
    if (!Number.isFinite(value)) throw unreadable('a position overflows', 'positions-damaged');
  }
  fillNormals(normals, positions, indices);
  const slot = material?.normalMap ?? material?.clearcoatNormalMap ?? material?.anisotropyMap ?? null;
  const isLaid = slot !== null || (material?.anisotropy ?? 0) > 0;
  const { uvs, colours } = part;
  const uv = layUvs(uvs[slot?.uvSet ?? 0] ?? null, slot === material?.anisotropyMap ? null : slot);
  const tangents = !isLaid
    ? null
    : (givenTangents ?? (uv === null ? null : generateTangents(indices, positions, normals, uv)));
  return { indices, positions, normals, tangents, uvs, colours, material: part.material };
}

/** Linear rgba of each vertex times a tint, which has no alpha. */
function tintColours(
  colours: Float32Array | null,
  vertexCount: number,
  tint: ArrayLike<number> | null,
): Float32Array | null {
  if (tint === null) return colours;
  const tinted = colours?.slice() ?? new Float32Array(vertexCount * 4).fill(1);
  for (let cell = 0; cell < tinted.length; cell++)
    if (cell % 4 !== 3) tinted[cell] = (tinted[cell] ?? 1) * (tint[cell % 4] ?? 1);
  return tinted;
}

/**
 * Texture coordinates as a normal map reads them but for where it begins: its tangents run along its own sides, as on the
 * stage. There those of a map of anisotropy run along the coordinates themselves.
 */
function layUvs(uv: Float32Array | null, slot: TextureSlot | null): Float32Array | null {
  const [a, b, c, d] = slot?.transform ?? [1, 0, 0, 1];
  // Larger or smaller they run the same way.
  if (uv === null || (a > 0 && b === 0 && c === 0 && d > 0)) return uv;
  const laid = new Float32Array(uv.length);
  for (let i = 0; i < uv.length; i += 2) {
    const [u, v] = [uv[i] ?? 0, uv[i + 1] ?? 0];
    laid[i] = a * u + b * v;
    laid[i + 1] = c * u + d * v;
  }
  return laid;
}

/** A vertex of its own for every corner: what flat shading needs (glTF 2.0, 3.7.2.1: missing normals are flat). */
function unshareVertices(part: MeshPart): MeshPart {
  const { indices } = part;
  const pick = (values: Float32Array | null, size: number): Float32Array | null => {
    if (values === null) return null;
    const out = new Float32Array(indices.length * size);
    for (let i = 0; i < indices.length; i++) {
      const from = (indices[i] ?? 0) * size;
      for (let k = 0; k < size; k++) out[i * size + k] = values[from + k] ?? 0;
    }
    return out;
  };
  const { vertexMatrices } = part;
  let matrices: Float64Array | null = null;
  if (vertexMatrices !== null) {
    matrices = new Float64Array(indices.length * 16);
    for (const [i, vertex] of indices.entries()) {
      matrices.set(vertexMatrices.subarray(vertex * 16, vertex * 16 + 16), i * 16);
    }
  }
  return {
    ...part,
    indices: Uint32Array.from(indices, (_, i) => i),
    positions: pick(part.positions, 3) ?? new Float32Array(0),
    tangents: null,
    uvs: part.uvs.map((uv) => pick(uv, 2)),
    colours: pick(part.colours, 4),
    vertexMatrices: matrices,
  };
}

/** Normals that are missing, zero or not a number become the area-weighted mean of the faces around them. */
function fillNormals(normals: Float32Array, positions: Float32Array, indices: Uint32Array): void {
  const sums = new Float64Array(normals.length);
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [(indices[i] ?? 0) * 3, (indices[i + 1] ?? 0) * 3, (indices[i + 2] ?? 0) * 3] as const;
    const at = (corner: number, k: number) => positions[corner + k] ?? 0;
    const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)];
    const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)];
    const face = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) {
      for (let k = 0; k < 3; k++) sums[corner + k] = (sums[corner + k] ?? 0) + (face[k] ?? 0);
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    let n = unit([normals[i] ?? 0, normals[i + 1] ?? 0, normals[i + 2] ?? 0]);
    if (n[0] === 0 && n[1] === 0 && n[2] === 0) n = unit([sums[i] ?? 0, sums[i + 1] ?? 0, sums[i + 2] ?? 0]);
    if (n[0] === 0 && n[1] === 0 && n[2] === 0) n = [0, 1, 0];
    normals[i] = n[0];
    normals[i + 1] = n[1];
    normals[i + 2] = n[2];
  }
}

function joinParts(parts: readonly PlacedPart[]): SceneGeometry {
  let vertexCount = 0;
  let cornerCount = 0;
  for (const part of parts) {
    vertexCount += part.positions.length / 3;
    cornerCount += part.indices.length;
  }
  const hasSet = (set: UvSet): boolean => parts.some((part) => (part.uvs[set] ?? null) !== null);
  const geometry = {
    positions: new Float32Array(vertexCount * 3),
    normals: new Float32Array(vertexCount * 3),
    tangents: parts.some((part) => part.tangents !== null) ? new Float32Array(vertexCount * 4) : null,
    uv0: new Float32Array(vertexCount * 2),
    uv1: new Float32Array(vertexCount * 2),
    uv2: hasSet(2) ? new Float32Array(vertexCount * 2) : undefined,
    uv3: hasSet(3) ? new Float32Array(vertexCount * 2) : undefined,
    colours: parts.some((part) => part.colours !== null) ? new Float32Array(vertexCount * 4).fill(1) : null,
    indices: new Uint32Array(cornerCount),
    materialOfTriangle: new Uint16Array(cornerCount / 3),
  };
  let vertex = 0;
  let corner = 0;
  for (const part of parts) {
    geometry.positions.set(part.positions, vertex * 3);
    geometry.normals.set(part.normals, vertex * 3);
    if (part.tangents !== null) geometry.tangents?.set(part.tangents, vertex * 4);
    for (const [set, uv] of [geometry.uv0, geometry.uv1, geometry.uv2, geometry.uv3].entries()) {
      const own = part.uvs[set] ?? null;
      if (own !== null) uv?.set(own, vertex * 2);
    }
    if (part.colours !== null) geometry.colours?.set(part.colours, vertex * 4);
    for (let i = 0; i < part.indices.length; i++)
      geometry.indices[corner + i] = (part.indices[i] ?? 0) + vertex;
    geometry.materialOfTriangle.fill(part.material, corner / 3, (corner + part.indices.length) / 3);
    vertex += part.positions.length / 3;
    corner += part.indices.length;
  }
  return geometry;
}

type Triple = [number, number, number];

/** Point (w = 1) or direction (w = 0) through a vertex's own matrix, then through the place. */
function apply(
  place: Matrix,
  own: Float64Array | undefined,
  values: Float32Array,
  at: number,
  w: number,
): Triple {
  const start: Triple = [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0];
  const middle = own === undefined ? start : affine(own, start, w);
  return affine(place, middle, w);
}

function affine(m: ArrayLike<number>, [x, y, z]: Triple, w: number): Triple {
  const row = (k: number) =>
    (m[k] ?? 0) * x + (m[4 + k] ?? 0) * y + (m[8 + k] ?? 0) * z + (m[12 + k] ?? 0) * w;
  return [row(0), row(1), row(2)];
}

function turn(place: Matrix, own: Float64Array | undefined, values: Float32Array, at: number): Triple {
  let n: Triple = [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0];
  if (own !== undefined) n = linear(cofactors(Array.from(own)), n);
  return unit(linear(cofactors(place), n));
}

function linear(m: readonly number[], [x, y, z]: Triple): Triple {
  const row = (k: number) => (m[k] ?? 0) * x + (m[3 + k] ?? 0) * y + (m[6 + k] ?? 0) * z;
  return [row(0), row(1), row(2)];
}

function unit([x, y, z]: Triple): Triple {
  const length = Math.sqrt(x * x + y * y + z * z);
  // Halves the range twice, so that very small and very large models keep their normals.
  if (!(length > 1e-150) || !Number.isFinite(length)) return [0, 0, 0];
  return [x / length, y / length, z / length];
}
