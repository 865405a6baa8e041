/** Column-major 4x4, as glTF and three.js write it. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** a times b: applies b first. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const out = new Array<number>(16).fill(0);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0);
      out[column * 4 + row] = sum;
    }
  }
  return out;
}

/** Matrix of a translation, a unit quaternion (xyzw) and a scale, in glTF's order. */
export function compose(
  translation: readonly number[],
  rotation: readonly number[],
  scale: readonly number[],
): Matrix {
  const [x = 0, y = 0, z = 0, w = 1] = rotation;
  const [sx = 1, sy = 1, sz = 1] = scale;
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    translation[0] ?? 0,
    translation[1] ?? 0,
    translation[2] ?? 0,
    1,
  ];
}

/** Determinant of the upper 3x3: negative for a mirroring. */
export function determinant(m: ArrayLike<number>): number {
  const [a = 0, b = 0, c = 0] = [m[0], m[1], m[2]];
  const [d = 0, e = 0, f = 0] = [m[4], m[5], m[6]];
  const [g = 0, h = 0, i = 0] = [m[8], m[9], m[10]];
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
}

/** Length of the first column: the scale, for matrices that scale evenly. */
export function scaleOf(m: Matrix): number {
  const [x = 0, y = 0, z = 0] = m;
  return Math.sqrt(x * x + y * y + z * z);
}

/** Cofactors of the upper 3x3, column-major 9: carries normals, up to length and, when mirrored, sign. */
export function cofactors(m: Matrix): readonly number[] {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = m;
  return [
    e * i - f * h,
    f * g - d * i,
    d * h - e * g,
    c * h - b * i,
    a * i - c * g,
    b * g - a * h,
    b * f - c * e,
    c * d - a * f,
    a * e - b * d,
  ];
}

/** Of the square of the longest column: what is not wider is rounding. */
const LINE = 1e-24;

/**
 * What a flat matrix makes of a node, as glTF says it: translation, unit quaternion (xyzw) and scale, one or more of which are 0. A
 * shear is left out.
 */
export function decomposeFlat(m: Matrix): {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
} {
  const columns = [0, 4, 8].map((start) => m.slice(start, start + 3));
  // The longest keeps its direction, the other that stands out most from it as far as it does.
  const first = largest(columns.map((column) => dot(column, column)));
  const x = unit(columns[first] ?? []) ?? [1, 0, 0];
  const across = columns.map((column) => column.map((value, k) => value - dot(column, x) * (x[k] ?? 0)));
  const second = largest(across.map((column, at) => (at === first ? -1 : dot(column, column))));
  const least = largest(x.map((value) => -Math.abs(value)));
  const away = cross(
    x,
    [0, 1, 2].map((k) => (k === least ? 1 : 0)),
  );
  const isLine =
    dot(across[second] ?? [], across[second] ?? []) <= LINE * dot(columns[first] ?? [], columns[first] ?? []);
  const y = unit(isLine ? away : (across[second] ?? [])) ?? [0, 1, 0];
  const axes: number[][] = [[], [], []];
  const third = 3 - first - second;
  axes[first] = x;
  axes[second] = y;
  axes[third] = (first + 1) % 3 === second ? cross(x, y) : cross(y, x);
  const scale = axes.map((axis, at) => (at === third ? 0 : Math.abs(dot(axis, columns[at] ?? []))));
  return { translation: m.slice(12, 15), rotation: quaternionOf(axes), scale };
}

/** Sweeps of Jacobi's turns; six make all columns square to each other. */
const SWEEPS = 30;

/**
 * A matrix whose axes need not be square to each other as glTF says it of two nodes: translation, rotation and scale of the outer one,
 * of whose scales one is negative where it mirrors, and the rotation of the inner one (the singular value decomposition, by one-sided
 * Jacobi turns). Rotations are unit quaternions (xyzw).
 *
 * @param m Has a volume.
 */
export function decomposeSheared(m: Matrix): {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
  readonly inner: readonly number[];
} {
  const columns = [0, 4, 8].map((start) => m.slice(start, start + 3));
  const turned = [0, 1, 2].map((axis) => [0, 1, 2].map((k) => (k === axis ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const [a, b] = [columns[p] ?? [], columns[q] ?? []];
      const across = dot(a, b);
      if (across === 0) continue;
      const slope = (dot(b, b) - dot(a, a)) / (2 * across);
      const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(1 + slope * slope));
      const cosine = 1 / Math.sqrt(1 + tangent * tangent);
      for (const list of [columns, turned]) turnPair(list, p, q, cosine, cosine * tangent);
    }
  }
  const scale = columns.map((column) => Math.sqrt(dot(column, column)));
  const axes = columns.map((column) => unit(column) ?? [0, 0, 0]);
  if (determinant(m) < 0) {
    scale[0] = -(scale[0] ?? 0);
    axes[0] = (axes[0] ?? []).map((value) => -value);
  }
  const [x = 0, y = 0, z = 0, w = 1] = quaternionOf(turned);
  return { translation: m.slice(12, 15), rotation: quaternionOf(axes), scale, inner: [-x, -y, -z, w] };
}

function turnPair(list: number[][], p: number, q: number, cosine: number, sine: number): void {
  const [a, b] = [list[p] ?? [], list[q] ?? []];
  list[p] = a.map((value, k) => cosine * value - sine * (b[k] ?? 0));
  list[q] = a.map((value, k) => sine * value + cosine * (b[k] ?? 0));
}

/** Of a rotation's columns (Shepperd 1978). */
function quaternionOf(columns: readonly (readonly number[])[]): number[] {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = columns.flat();
  // Four times the squares of x, y, z, w.
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const row = [
    [squares[0], b + d, g + c, f - h],
    [b + d, squares[1], f + h, g - c],
    [g + c, f + h, squares[2], b - d],
    [f - h, g - c, b - d, squares[3]],
  ][largest(squares)] as number[];
  const length = Math.sqrt(dot(row, row));
  return row.map((value) => value / length);
}

function largest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
}

function cross(
  [ax = 0, ay = 0, az = 0]: readonly number[],
  [bx = 0, by = 0, bz = 0]: readonly number[],
): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** Null for what has no length. */
function unit(vector: readonly number[]): number[] | null {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((value) => value / length) : null;
}
