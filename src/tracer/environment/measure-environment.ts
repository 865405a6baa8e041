import { floorWeight, MAX_BOUNCE } from '../light/build-sky.ts';
import { type LinearPicture, luminance } from '../picture.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';
import type { Sun } from './clear-sky.ts';

type Triple = readonly [number, number, number];

/** Compass directions in which an upright surface is measured. */
const SIDES = 16;
/** A side may be so much brighter than the floor before it counts. */
const SIDE_SHARE = 0.5;

/**
 * How bright surroundings are, as a photographer's meter on the table says: the radiance of a white matt floor, or half
 * of that of the brightest upright white surface where the light comes from the side. Only what is above the horizon
 * counts.
 */
export function measureEnvironment(map: LinearPicture, sun: Sun | null): number {
  const sides = new Float64Array(SIDES);
  let floor = 0;
  const directions = Array.from({ length: SIDES }, (_, side) => side / SIDES - 0.5);
  for (let y = 0; y < map.heightPx / 2; y++) {
    const weight = floorWeight(y, map.heightPx);
    // Of a row, sine over cosine turns what falls on the floor into what falls on a wall.
    const polar = (y + 0.5) / (2 * map.heightPx);
    const upright = weight * (sinTurns(polar) / Math.max(1e-6, cosTurns(polar)));
    for (let x = 0; x < map.widthPx; x++) {
      const at = (y * map.widthPx + x) * 3;
      const light = luminance(map.rgb[at] ?? 0, map.rgb[at + 1] ?? 0, map.rgb[at + 2] ?? 0);
      floor += light * weight;
      const turns = (x + 0.5) / map.widthPx - 0.5;
      for (const [side, direction] of directions.entries()) {
        const cosine = COSINES[Math.round(mod(turns - direction) * COSINES.length) % COSINES.length] ?? 0;
        if (cosine > 0) sides[side]! += light * upright * cosine;
      }
    }
  }
  if (sun !== null) {
    const whole = luminance(...sun.irradiance);
    floor += whole * sinTurns(sun.elevationDegrees / 360);
    for (const [side, direction] of directions.entries()) {
      sides[side]! += whole * cosTurns(sun.elevationDegrees / 360) * Math.max(0, cosTurns(direction));
    }
  }
  return Math.max(floor, SIDE_SHARE * Math.max(...sides)) / Math.PI;
}

const COSINES = Float64Array.from({ length: 256 }, (_, i) => cosTurns(i / 256));

function mod(turns: number): number {
  return turns - Math.floor(turns);
}

/** What is nearer to the horizon than this is not the ground on which a product stands. */
const GROUND_FROM = 0.6;

/** The colour of the ground that is seen from the product, as the light that falls on it makes it look. */
export function groundColour(map: LinearPicture, sun: Sun | null): Triple {
  const seen: [number, number, number] = [0, 0, 0];
  const falls: [number, number, number] = [0, 0, 0];
  let weights = 0;
  for (let y = 0; y < map.heightPx; y++) {
    const isAbove = y < map.heightPx / 2;
    if (!isAbove && y < GROUND_FROM * map.heightPx) continue;
    const weight = isAbove ? floorWeight(y, map.heightPx) : sinTurns((y + 0.5) / (2 * map.heightPx));
    if (!isAbove) weights += weight * map.widthPx;
    for (let x = 0; x < map.widthPx; x++) {
      const at = (y * map.widthPx + x) * 3;
      for (const k of [0, 1, 2] as const) (isAbove ? falls : seen)[k] += weight * (map.rgb[at + k] ?? 0);
    }
  }
  const high = sun === null ? 0 : sinTurns(sun.elevationDegrees / 360);
  const bounce = (k: 0 | 1 | 2) => {
    const light = falls[k] + high * (sun?.irradiance[k] ?? 0);
    return light > 0 ? Math.min(MAX_BOUNCE, (seen[k] / Math.max(1e-9, weights)) * (Math.PI / light)) : 0;
  };
  return [bounce(0), bounce(1), bounce(2)];
}
