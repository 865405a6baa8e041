import type { Matrix } from '../matrix.ts';

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
