/** Metres. */
export type Point = readonly [number, number, number];

/** One part's triangles; plain arrays while it grows. */
export interface Mesh {
  /** xyz, metres. */
  readonly positions: number[];
  /** Unit, xyz. */
  readonly normals: number[];
  /** uv, 1 unit is 0.1 m along the surface unless the maker says otherwise. */
  readonly uvs: number[];
  /** Counter-clockwise seen from outside. */
  readonly indices: number[];
}

interface GridOptions {
  /** Points along u and v. A closed direction needs no repeated last point. */
  readonly columns: number;
  readonly rows: number;
  readonly isClosedU?: boolean;
  readonly isClosedV?: boolean;
  /** Position of a grid point; u and v run from 0 to 1 (exclusive where closed). */
  readonly at: (u: number, v: number) => Point;
  /** Texture coordinates; u and v reach 1 also where closed. */
  readonly uv: (u: number, v: number) => readonly [number, number];
  /** Turns the surface inside out. */
  readonly isFlipped?: boolean;
}

/**
 * A smooth sheet, tube or torus. Normals are the mean of the neighbouring faces by area, so that a broad face
 * stays flat and its bevel takes the whole turn. Rows that shrink to one point are fine.
 */
export function gridSurface(options: GridOptions): Mesh {
  const { columns, rows, isClosedU = false, isClosedV = false, at, uv, isFlipped = false } = options;
  const lastU = isClosedU ? columns : columns - 1;
  const lastV = isClosedV ? rows : rows - 1;
  const points: Point[] = [];
  for (let j = 0; j < rows; j++) for (let i = 0; i < columns; i++) points.push(at(i / lastU, j / lastV));
  const welded = (i: number, j: number) => (j % rows) * columns + (i % columns);
  const faces: [number, number, number][] = [];
  const sums = new Float64Array(points.length * 3);
  // One vertex row more where the surface closes, for the texture seam.
  const vertex = (i: number, j: number) => j * (lastU + 1) + i;
  const addFace = (a: [number, number], b: [number, number], c: [number, number]) => {
    const [wa, wb, wc] = [welded(...a), welded(...b), welded(...c)];
    const [p, q, r] = [points[wa]!, points[wb]!, points[wc]!];
    const e = [q[0] - p[0], q[1] - p[1], q[2] - p[2]] as const;
    const f = [r[0] - p[0], r[1] - p[1], r[2] - p[2]] as const;
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]] as const;
    if (Math.hypot(...n) < 1e-14) return;
    for (const w of [wa, wb, wc]) for (let k = 0; k < 3; k++) sums[w * 3 + k]! += n[k]!;
    faces.push([vertex(...a), vertex(...b), vertex(...c)]);
  };
  for (let j = 0; j < lastV; j++) {
    for (let i = 0; i < lastU; i++) {
      const [a, b, c, d] = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ] as [[number, number], [number, number], [number, number], [number, number]];
      if (isFlipped) {
        addFace(a, c, b);
        addFace(a, d, c);
      } else {
        addFace(a, b, c);
        addFace(a, c, d);
      }
    }
  }
  shareRowPoles(points, sums, columns, rows);
  const mesh: Mesh = { positions: [], normals: [], uvs: [], indices: faces.flat() };
  for (let j = 0; j <= lastV; j++) {
    for (let i = 0; i <= lastU; i++) {
      const w = welded(i, j);
      mesh.positions.push(...points[w]!);
      const [x, y, z] = [sums[w * 3]!, sums[w * 3 + 1]!, sums[w * 3 + 2]!];
      const length = Math.hypot(x, y, z);
      if (length === 0) throw new Error('A point of the surface lies in no triangle');
      mesh.normals.push(x / length, y / length, z / length);
      mesh.uvs.push(...uv(i / lastU, j / lastV));
    }
  }
  return mesh;
}

/** Gives all points of a row that is one point the same normal. */
function shareRowPoles(points: readonly Point[], sums: Float64Array, columns: number, rows: number): void {
  for (let j = 0; j < rows; j++) {
    const first = points[j * columns]!;
    const row = points.slice(j * columns, (j + 1) * columns);
    if (row.some((p) => Math.hypot(p[0] - first[0], p[1] - first[1], p[2] - first[2]) > 1e-9)) continue;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let i = 0; i < columns; i++) sum += sums[(j * columns + i) * 3 + k]!;
      for (let i = 0; i < columns; i++) sums[(j * columns + i) * 3 + k] = sum;
    }
  }
}

/** One mesh that holds all of them. */
export function joinMeshes(meshes: readonly Mesh[]): Mesh {
  const all: Mesh = { positions: [], normals: [], uvs: [], indices: [] };
  for (const mesh of meshes) {
    const first = all.positions.length / 3;
    for (const value of mesh.positions) all.positions.push(value);
    for (const value of mesh.normals) all.normals.push(value);
    for (const value of mesh.uvs) all.uvs.push(value);
    for (const index of mesh.indices) all.indices.push(first + index);
  }
  return all;
}

/** A rigid motion, possibly a mirror: columns are the images of the axes. */
export interface Frame {
  readonly origin: Point;
  readonly x: Point;
  readonly y: Point;
  readonly z: Point;
}

/** @returns A new mesh; a mirroring frame turns the triangles around, so that outside stays outside. */
export function placeMesh(mesh: Mesh, frame: Frame): Mesh {
  const { origin: o, x, y, z } = frame;
  const turn = (v: readonly number[], at: number): Point => [
    v[at]! * x[0] + v[at + 1]! * y[0] + v[at + 2]! * z[0],
    v[at]! * x[1] + v[at + 1]! * y[1] + v[at + 2]! * z[1],
    v[at]! * x[2] + v[at + 1]! * y[2] + v[at + 2]! * z[2],
  ];
  const positions: number[] = [];
  const normals: number[] = [];
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const p = turn(mesh.positions, i);
    positions.push(p[0] + o[0], p[1] + o[1], p[2] + o[2]);
    normals.push(...turn(mesh.normals, i));
  }
  const volume =
    x[0] * (y[1] * z[2] - y[2] * z[1]) -
    x[1] * (y[0] * z[2] - y[2] * z[0]) +
    x[2] * (y[0] * z[1] - y[1] * z[0]);
  const indices = [...mesh.indices];
  if (volume < 0) {
    for (let i = 0; i < indices.length; i += 3) {
      [indices[i + 1], indices[i + 2]] = [indices[i + 2]!, indices[i + 1]!];
    }
  }
  return { positions, normals, uvs: [...mesh.uvs], indices };
}
