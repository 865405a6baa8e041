import { cross } from '../../contract/scene/vector3.ts';
import type { AreaLight } from '../scene.ts';

/** Fraction of a light's half extent over which it fades: hard edges ring in sharp reflections. */
const EDGE = 0.16;
/** A real softbox is a fifth darker at its rim. */
const FALL = 0.1;
/** A regular octagon in its square cuts corners off where the sum of both coordinates exceeds the root of 2. */
const OCTAGON = Math.SQRT1_2;
/** Points per side at which a light is read when what arrives of it is summed up. */
const POINTS = 12;

type Triple = readonly [number, number, number];

/**
 * How bright a light is at a place of its front, 1 at most. The kernel has the same function.
 *
 * @param a From its middle to the right, in half widths. @param b Upwards, in half heights.
 */
export function lightProfile(a: number, b: number, isOctagon: boolean): number {
  const [x, y] = [Math.abs(a), Math.abs(b)];
  if (x >= 1 || y >= 1) return 0;
  const fall = 1 - FALL * (a * a + b * b);
  if (!isOctagon) return fade(x) * fade(y) * fall;
  return fade(Math.max(Math.max(x, y), (x + y) * OCTAGON)) * fall;
}

function fade(value: number): number {
  const q = Math.min(1, Math.max(0, (1 - value) / EDGE));
  return q * q * (3 - 2 * q);
}

/**
 * Irradiance of a light of radiance 1 on a surface, with nothing in the way. Summed over a grid of its points.
 *
 * @param floorY What is lower does not shine. @param normal Of the surface; unit.
 */
export function irradianceOf(light: AreaLight, point: Triple, normal: Triple, floorY: number): number {
  return openIrradiance(light, floorY)(point, normal);
}

/** As {@link irradianceOf}, for many surfaces. */
export function openIrradiance(light: AreaLight, floorY: number): (point: Triple, normal: Triple) => number {
  const { centre, right, up, isOctagon } = light;
  const [frontX, frontY, frontZ] = frontOf(light);
  const area = areaOf(light);
  // Place and brightness of each point that shines.
  const points: number[] = [];
  for (let j = 0; j < POINTS; j++) {
    const b = (2 * (j + 0.5)) / POINTS - 1;
    for (let i = 0; i < POINTS; i++) {
      const a = (2 * (i + 0.5)) / POINTS - 1;
      const profile = lightProfile(a, b, isOctagon);
      const y = centre[1] + a * right[1] + b * up[1];
      if (profile <= 0 || y <= floorY) continue;
      points.push(centre[0] + a * right[0] + b * up[0], y, centre[2] + a * right[2] + b * up[2], profile);
    }
  }
  const shining = Float64Array.from(points);
  return ([x, y, z], [normalX, normalY, normalZ]) => {
    let sum = 0;
    for (let at = 0; at < shining.length; at += 4) {
      const dx = shining[at]! - x;
      const dy = shining[at + 1]! - y;
      const dz = shining[at + 2]! - z;
      const square = dx * dx + dy * dy + dz * dz;
      const leaving = -(dx * frontX + dy * frontY + dz * frontZ);
      const arriving = dx * normalX + dy * normalY + dz * normalZ;
      if (leaving > 0 && arriving > 0) sum += (shining[at + 3]! * leaving * arriving) / (square * square);
    }
    return (sum * area) / (POINTS * POINTS);
  };
}

/** Of its square, in square stage units. */
export function areaOf({ right, up }: AreaLight): number {
  return 4 * lengthOf(right) * lengthOf(up);
}

/** Unit direction in which it shines. */
export function frontOf({ right, up }: AreaLight): Triple {
  const front = cross(right, up);
  const length = lengthOf(front);
  return [front[0] / length, front[1] / length, front[2] / length];
}

function lengthOf(v: Triple): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
