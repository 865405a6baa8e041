import type { Matrix } from '../../../tracer/matrix.ts';

/** @param points Three numbers each. @param matrix Column-major 4x4. */
export function placePoints(points: Float32Array, matrix: Matrix): Float32Array {
  const [a = 1, b = 0, c = 0, , d = 0, e = 1, f = 0, , g = 0, h = 0, i = 1, , x = 0, y = 0, z = 0] = matrix;
  return mapTriples(points, (px, py, pz) => [
    a * px + d * py + g * pz + x,
    b * px + e * py + h * pz + y,
    c * px + f * py + i * pz + z,
  ]);
}

export function mapTriples(
  values: Float32Array,
  use: (x: number, y: number, z: number) => number[],
): Float32Array {
  const out = new Float32Array(values.length);
  for (let at = 0; at + 2 < values.length; at += 3) {
    out.set(use(values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0), at);
  }
  return out;
}
