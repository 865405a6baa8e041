import * as L from '../kernel/layout.ts';
import type { TracerScene } from '../scene.ts';
import { reachOfCurve } from './build-cyclorama.ts';
import { tabulateCyclorama } from './tabulate-cyclorama.ts';

/** What the kernel knows of a cyclorama: where it stands, and what leaves it where no product stands before it. */
export interface PackedCyclorama {
  readonly record: Float64Array;
  readonly table: Float32Array;
}

/** @returns Null where there is none. */
export function packCyclorama({
  floor,
  lights = [],
  sky,
}: Pick<TracerScene, 'floor' | 'lights' | 'sky'>): PackedCyclorama | null {
  const { y: floorY, bounceColour, cyclorama } = floor;
  if (cyclorama === undefined) return null;
  const { place, frame } = cyclorama;
  const record = new Float64Array(L.CYCLORAMA_BYTES / 8);
  record[L.C_MIDDLE_X] = place.middle[0];
  record[L.C_MIDDLE_Z] = place.middle[2];
  record[L.C_RIGHT_X] = frame.rightX;
  record[L.C_RIGHT_Z] = frame.rightZ;
  record[L.C_FRONT_X] = frame.frontX;
  record[L.C_FRONT_Z] = frame.frontZ;
  record[L.C_SCALE] = 1 / place.radius;
  record[L.C_WALL] = cyclorama.distance;
  record[L.C_START] = reachOfCurve(cyclorama) - cyclorama.distance;
  const table = tabulateCyclorama(cyclorama, floorY, bounceColour, { lights, sky });
  return { record, table };
}
