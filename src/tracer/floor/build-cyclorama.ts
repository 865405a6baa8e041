import type { Cyclorama } from '../../contract/scene/floor.ts';
import { cosTurns, sinTurns } from '../portable-maths.ts';

/**
 * A cyclorama as a net of quads, in radii of the product: X to the right of the camera, Z towards it, the product's middle above
 * the origin, the floor at height 0.
 */
export interface CycloramaShape {
  /** Where columns stand along X, from left to right. */
  readonly columns: readonly number[];
  /** Its profile, from the floor before the camera to the top of the wall. */
  readonly profile: readonly ProfilePoint[];
}

export interface ProfilePoint {
  readonly y: number;
  readonly z: number;
  /** Unit, towards the product; it has no part along X. */
  readonly normalY: number;
  readonly normalZ: number;
}

/** A product of that radius stands in its middle: the curve begins no nearer. */
const CLEAR = 1;
/** Degrees of a step along the curve are 90 by so many: 1.9. Smooth normals hide them. */
const CURVE_STEPS = 48;
/**
 * From the product to the edges, in radii. A camera comes as near as 20 radii at most, and its widest lens would see 115 to the
 * side: with all but that lens nobody sees an edge.
 */
const STEPS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8.5, 10, 12, 15, 19, 25, 35, 50, 80, 120] as const;

/** The net of a cyclorama. The stage draws the same as the picture. */
export function buildCyclorama({ distance, radius: wanted }: Cyclorama): CycloramaShape {
  const radius = Math.min(wanted, distance - CLEAR);
  const start = radius - distance;
  const profile: ProfilePoint[] = [];
  for (const z of [...[...STEPS].reverse(), 0, ...STEPS.map((step) => -step)]) {
    if (z > start + 0.1) profile.push({ y: 0, z, normalY: 1, normalZ: 0 });
  }
  for (let step = 0; step <= CURVE_STEPS; step++) {
    const [sine, cosine] = [sinTurns(step / (4 * CURVE_STEPS)), cosTurns(step / (4 * CURVE_STEPS))];
    profile.push({
      y: radius * (1 - cosine),
      z: start - radius * sine,
      normalY: cosine,
      normalZ: sine,
    });
  }
  for (const step of STEPS) profile.push({ y: radius + step, z: -distance, normalY: 0, normalZ: 1 });
  return { columns: [...[...STEPS].reverse().map((step) => -step), 0, ...STEPS], profile };
}

/** Corners of the net's triangles, three numbers each; point `row * columns + column` is one of the profile's row. */
export function netTriangles({ columns, profile }: CycloramaShape): Uint32Array {
  const [across, along] = [columns.length, profile.length];
  const indices = new Uint32Array((across - 1) * (along - 1) * 6);
  let at = 0;
  for (let row = 0; row + 1 < along; row++) {
    for (let column = 0; column + 1 < across; column++) {
      const here = row * across + column;
      const next = here + across;
      indices.set([here, here + 1, next + 1, here, next + 1, next], at);
      at += 6;
    }
  }
  return indices;
}
