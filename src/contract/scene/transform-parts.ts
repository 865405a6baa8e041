import { quaternionOfAxes } from './look-at.ts';

type Vector3 = readonly [number, number, number];
type Quaternion = readonly [number, number, number, number];

/** What a matrix without shear is made of. */
export interface TransformParts {
  readonly position: Vector3;
  /** Unit, x, y, z, w. */
  readonly quaternion: Quaternion;
  readonly scale: Vector3;
}

/** Column-major 4x4 that scales, turns, then moves. */
export function joinTransform({ position, quaternion, scale }: TransformParts): number[] {
  const [x, y, z, w] = quaternion;
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return [
    ...columns.flatMap((column, axis) => [...column.map((value) => value * (scale[axis] ?? 1)), 0]),
    ...position,
    1,
  ];
}

/** The inverse of {@link joinTransform}. A mirrored matrix has its mirror in the x scale; shear is lost. */
export function splitTransform(matrix: readonly number[]): TransformParts {
  const at = (cell: number) => matrix[cell] ?? 0;
  const axes = [0, 4, 8].map((start): Vector3 => [at(start), at(start + 1), at(start + 2)]);
  const [a = [1, 0, 0], b = [0, 1, 0], c = [0, 0, 1]] = axes;
  const determinant =
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    b[0] * (a[1] * c[2] - a[2] * c[1]) +
    c[0] * (a[1] * b[2] - a[2] * b[1]);
  const sx = Math.hypot(...a) * (determinant < 0 ? -1 : 1);
  const scale: Vector3 = [sx, Math.hypot(...b), Math.hypot(...c)];
  return {
    position: [at(12), at(13), at(14)],
    quaternion: scale.includes(0)
      ? [0, 0, 0, 1]
      : quaternionOfAxes(divide(a, scale[0]), divide(b, scale[1]), divide(c, scale[2])),
    scale,
  };
}

/** Angles about X, Y and Z in radians, as three.js applies its order XYZ. */
export function quaternionToEuler([x, y, z, w]: Quaternion): [number, number, number] {
  const m13 = 2 * (x * z + y * w);
  const angleY = Math.asin(Math.min(1, Math.max(-1, m13)));
  // Straight up or down X and Z turn about the same axis; all of it is X then.
  if (Math.abs(m13) > 0.999_999_9) {
    return [Math.atan2(2 * (y * z + x * w), 1 - 2 * (x * x + z * z)), angleY, 0];
  }
  return [
    Math.atan2(-2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    angleY,
    Math.atan2(-2 * (x * y - z * w), 1 - 2 * (y * y + z * z)),
  ];
}

/** The inverse of {@link quaternionToEuler}. */
export function eulerToQuaternion([x, y, z]: Vector3): [number, number, number, number] {
  const [cx, cy, cz] = [Math.cos(x / 2), Math.cos(y / 2), Math.cos(z / 2)];
  const [sx, sy, sz] = [Math.sin(x / 2), Math.sin(y / 2), Math.sin(z / 2)];
  return [
    sx * cy * cz + cx * sy * sz,
    cx * sy * cz - sx * cy * sz,
    cx * cy * sz + sx * sy * cz,
    cx * cy * cz - sx * sy * sz,
  ];
}

function divide(v: Vector3, by: number): Vector3 {
  return [v[0] / by, v[1] / by, v[2] / by];
}
