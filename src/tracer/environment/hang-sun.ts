import { irradianceOf } from '../light/area-light.ts';
import type { RigPlace } from '../light/hang-lights.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { AreaLight } from '../scene.ts';
import type { Sun } from './clear-sky.ts';

/** In radii of the product: its rays are parallel to a tenth of a degree. */
const DISTANCE = 1_000;

/** From the product to the sun, in the stage frame. */
export function directionOfSun(
  { elevationDegrees }: Pick<Sun, 'elevationDegrees'>,
  rotationDegrees: number,
): readonly [number, number, number] {
  const across = cosTurns(elevationDegrees / 360);
  return [
    across * sinTurns(rotationDegrees / 360),
    sinTurns(elevationDegrees / 360),
    -across * cosTurns(rotationDegrees / 360),
  ];
}

/**
 * The sun as a light far away: found by every shadow ray, where a pixel of the sky would be a lottery.
 *
 * @param share Multiplies its light.
 */
export function hangSun(
  sun: Sun,
  rotationDegrees: number,
  { middle, radius }: RigPlace,
  share: number,
): AreaLight {
  const to = directionOfSun(sun, rotationDegrees);
  const far = DISTANCE * radius;
  const half = (far * sinTurns(sun.degrees / 720)) / cosTurns(sun.degrees / 720);
  // Seen from the product its right is on the left: it shines where right times up points.
  const flat = Math.sqrt(to[0] * to[0] + to[2] * to[2]);
  const right = flat < 1e-6 ? ([-1, 0, 0] as const) : ([-to[2] / flat, 0, to[0] / flat] as const);
  const up = [
    -(to[1] * right[2] - to[2] * right[1]),
    -(to[2] * right[0] - to[0] * right[2]),
    -(to[0] * right[1] - to[1] * right[0]),
  ] as const;
  const hung = {
    centre: [middle[0] + to[0] * far, middle[1] + to[1] * far, middle[2] + to[2] * far],
    right: [right[0] * half, right[1] * half, right[2] * half],
    up: [up[0] * half, up[1] * half, up[2] * half],
    radiance: [1, 1, 1],
    isOctagon: true,
  } as const satisfies AreaLight;
  const whole = irradianceOf(hung, middle, to, Number.NEGATIVE_INFINITY);
  const bright = (k: 0 | 1 | 2) => (sun.irradiance[k] * share) / whole;
  return { ...hung, radiance: [bright(0), bright(1), bright(2)] };
}
