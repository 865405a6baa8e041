import { compose, type Matrix } from '../../tracer/matrix.ts';
import { type JsonObject, numbersOf } from './gltf-content.ts';

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
