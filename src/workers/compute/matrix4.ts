import { type JsonObject, numbersOf } from './gltf-content.ts';

/** Column-major, as glTF and three.js write it. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiply(a: Matrix, b: Matrix): Matrix {
  const product = new Array<number>(16).fill(0);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0);
      product[column * 4 + row] = sum;
    }
  }
  return product;
}

/** The matrix of a glTF node: its own, or translation * rotation * scale. */
export function nodeMatrix(node: JsonObject): Matrix {
  const matrix = numbersOf(node.matrix, 16);
  if (matrix !== null) return matrix;
  return compose(
    numbersOf(node.translation, 3) ?? [0, 0, 0],
    numbersOf(node.rotation, 4) ?? [0, 0, 0, 1],
    numbersOf(node.scale, 3) ?? [1, 1, 1],
  );
}

/** @param q Quaternion xyzw, unit. */
export function compose(t: readonly number[], q: readonly number[], s: readonly number[]): Matrix {
  const [x = 0, y = 0, z = 0, w = 1] = q;
  const [sx = 1, sy = 1, sz = 1] = s;
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
    t[0] ?? 0,
    t[1] ?? 0,
    t[2] ?? 0,
    1,
  ];
}

/** A bounding box under construction. */
export class Bounds {
  readonly min = [Infinity, Infinity, Infinity];
  readonly max = [-Infinity, -Infinity, -Infinity];

  get isEmpty(): boolean {
    return (this.min[0] ?? 0) > (this.max[0] ?? 0);
  }

  add(x: number, y: number, z: number): void {
    const { min, max } = this;
    if (x < (min[0] ?? 0)) min[0] = x;
    if (y < (min[1] ?? 0)) min[1] = y;
    if (z < (min[2] ?? 0)) min[2] = z;
    if (x > (max[0] ?? 0)) max[0] = x;
    if (y > (max[1] ?? 0)) max[1] = y;
    if (z > (max[2] ?? 0)) max[2] = z;
  }

  /** Adds a point after moving it by `m`. */
  addMoved(m: Matrix, x: number, y: number, z: number): void {
    const [a = 1, b = 0, c = 0, , d = 0, e = 1, f = 0, , g = 0, h = 0, i = 1, , tx = 0, ty = 0, tz = 0] = m;
    this.add(a * x + d * y + g * z + tx, b * x + e * y + h * z + ty, c * x + f * y + i * z + tz);
  }
}
