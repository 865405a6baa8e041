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

/** How fine a net is. */
export interface NetDetail {
  /** Steps along the curve. */
  readonly curve: number;
  /** From the product to the edges. */
  readonly steps: readonly number[];
}

/**
 * As it is traced: 1.9 degrees a step, which smooth normals hide. A camera comes no farther than 20 radii, from where its widest lens
 * sees 115 to the side: but for that lens nobody sees an edge.
 */
export const FINE_NET: NetDetail = {
  curve: 48,
  steps: [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8.5, 10, 12, 15, 19, 25, 35, 50, 80, 120],
};

/** Where its curve begins, along Z, and how large it is at most. */
export function curveOf({ distance, radius }: Cyclorama): {
  readonly start: number;
  readonly radius: number;
} {
  const fitting = Math.min(radius, distance - CLEAR);
  return { start: fitting - distance, radius: fitting };
}

/** The net of a cyclorama. The stage draws the same as the picture. */
export function buildCyclorama(cyclorama: Cyclorama, { curve, steps }: NetDetail = FINE_NET): CycloramaShape {
  const { start, radius } = curveOf(cyclorama);
  const outwards = [...steps].reverse();
  const profile: ProfilePoint[] = [];
  for (const z of [...outwards, 0, ...steps.map((step) => -step)]) {
    if (z > start + 0.1) profile.push({ y: 0, z, normalY: 1, normalZ: 0 });
  }
  for (let step = 0; step <= curve; step++) {
    const [sine, cosine] = [sinTurns(step / (4 * curve)), cosTurns(step / (4 * curve))];
    profile.push({ y: radius * (1 - cosine), z: start - radius * sine, normalY: cosine, normalZ: sine });
  }
  for (const step of steps)
    profile.push({ y: radius + step, z: -cyclorama.distance, normalY: 0, normalZ: 1 });
  return { columns: [...outwards.map((step) => -step), 0, ...steps], profile };
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
