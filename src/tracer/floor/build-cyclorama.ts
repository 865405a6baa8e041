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
 * As it is traced: 3 degrees a step at most, which smooth normals hide. So wide that no lens sees an edge, from as far as a camera comes (20
 * radii), and that no sky to speak of shines past it: 1 % of the sky before it; where it ends at 120 it were 3 %.
 */
export const FINE_NET: NetDetail = {
  curve: 48,
  steps: [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8.5, 10, 12, 15, 19, 25, 35, 50, 80, 150, 400],
};

/** Of a step along the curve: parts in which its turn is added up. */
const PARTS = 4;

/** How far before the wall the curve begins, and how high it ends. */
export function reachOfCurve({ distance, radius }: Pick<Cyclorama, 'distance' | 'radius'>): number {
  return Math.min(radius, distance - CLEAR);
}

/** The net of a cyclorama. The stage draws the same as the picture. */
export function buildCyclorama(
  cyclorama: Pick<Cyclorama, 'distance' | 'radius'>,
  { curve, steps }: NetDetail = FINE_NET,
): CycloramaShape {
  const { distance } = cyclorama;
  const radius = reachOfCurve(cyclorama);
  const start = radius - distance;
  const outwards = [...steps].reverse();
  const profile: ProfilePoint[] = [];
  for (const z of [...outwards, 0, ...steps.map((step) => -step)]) {
    if (z > start + 0.1) profile.push({ y: 0, z, normalY: 1, normalZ: 0 });
  }
  const bent = bend(curve);
  for (const { y, z, normalY, normalZ } of bent) {
    profile.push({ y: radius * y, z: start - radius * z, normalY, normalZ });
  }
  for (const step of steps) profile.push({ y: radius + step, z: -distance, normalY: 0, normalZ: 1 });
  return { columns: [...outwards.map((step) => -step), 0, ...steps], profile };
}

/**
 * The curve, 1 wide and high. It begins and ends straight and turns most in its middle: on a part of a cylinder light would rise
 * at once where it begins, and be seen as a line.
 */
function bend(steps: number): ProfilePoint[] {
  const turnAt = (share: number): number => (share * share * (3 - 2 * share)) / 4;
  const points: ProfilePoint[] = [{ y: 0, z: 0, normalY: 1, normalZ: 0 }];
  let [y, z] = [0, 0];
  for (let part = 0; part < steps * PARTS; part++) {
    const turn = turnAt((part + 0.5) / (steps * PARTS));
    y += sinTurns(turn);
    z += cosTurns(turn);
    if ((part + 1) % PARTS !== 0) continue;
    const here = turnAt((part + 1) / (steps * PARTS));
    points.push({ y, z, normalY: cosTurns(here), normalZ: sinTurns(here) });
  }
  return points.map((point) => ({ ...point, y: point.y / y, z: point.z / z }));
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
