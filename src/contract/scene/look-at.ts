import { cross, subtract, unit, type Vector3 } from './vector3.ts';

/** Looking straight along `up`, three.js tilts by this much to have an answer; so do we. */
const TILT = 1e-4;

/**
 * Orientation of a camera that looks from one point at another: it looks along its -Z, Y is up on the picture. The same
 * as three.js gives its cameras, also when it looks straight along `up`.
 *
 * @returns Unit quaternion x, y, z, w.
 */
export function lookAt(position: Vector3, target: Vector3, up: Vector3): [number, number, number, number] {
  let z = unit(subtract(position, target)) ?? [0, 0, 1];
  let x = unit(cross(up, z));
  if (x === null) {
    z = unit(Math.abs(up[2]) === 1 ? [z[0] + TILT, z[1], z[2]] : [z[0], z[1], z[2] + TILT]) ?? z;
    x = unit(cross(up, z)) ?? [1, 0, 0];
  }
  return quaternionOfAxes(x, cross(z, x), z);
}

/** Unit quaternion x, y, z, w of a frame given by its three unit axes, right-handed. */
export function quaternionOfAxes(x: Vector3, y: Vector3, z: Vector3): [number, number, number, number] {
  const [m00, m10, m20] = x;
  const [m01, m11, m21] = y;
  const [m02, m12, m22] = z;
  const trace = m00 + m11 + m22;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return [(m21 - m12) / s, (m02 - m20) / s, (m10 - m01) / s, s / 4];
  }
  if (m00 > m11 && m00 > m22) {
    const s = 2 * Math.sqrt(1 + m00 - m11 - m22);
    return [s / 4, (m01 + m10) / s, (m02 + m20) / s, (m21 - m12) / s];
  }
  if (m11 > m22) {
    const s = 2 * Math.sqrt(1 + m11 - m00 - m22);
    return [(m01 + m10) / s, s / 4, (m12 + m21) / s, (m02 - m20) / s];
  }
  const s = 2 * Math.sqrt(1 + m22 - m00 - m11);
  return [(m02 + m20) / s, (m12 + m21) / s, s / 4, (m10 - m01) / s];
}
