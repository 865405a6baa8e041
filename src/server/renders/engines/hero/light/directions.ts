import type { Vector3 } from '../../../../../contract/scene/vector3.ts';

/** Directions that a light is looked for in, right, up and towards the camera: every ten degrees around, every eight upwards. */
export const AZIMUTHS = 36;
const ELEVATIONS = [9, 17, 25, 33, 41, 49, 57, 65, 73, 81] as const;

export interface Direction {
  readonly azimuthDegrees: number;
  readonly elevationDegrees: number;
  /** Right, up, towards the camera; unit. */
  readonly towards: Vector3;
  /** Share of the sky that it stands for. */
  readonly weight: number;
}

export const DIRECTIONS: readonly Direction[] = ELEVATIONS.flatMap((elevationDegrees) =>
  Array.from({ length: AZIMUTHS }, (_, i) => {
    const azimuthDegrees = i * (360 / AZIMUTHS) - 180;
    const [a, e] = [(azimuthDegrees * Math.PI) / 180, (elevationDegrees * Math.PI) / 180];
    const flat = Math.cos(e);
    return {
      azimuthDegrees,
      elevationDegrees,
      towards: [Math.sin(a) * flat, Math.sin(e), Math.cos(a) * flat] as const,
      weight: flat,
    };
  }),
);

/** Neighbours of each direction within an angle, with itself. */
export function neighbours(degrees: number): readonly (readonly number[])[] {
  const least = Math.cos((degrees * Math.PI) / 180) - 1e-9;
  return DIRECTIONS.map(({ towards: [x, y, z] }) =>
    DIRECTIONS.flatMap(({ towards }, at) =>
      x * towards[0] + y * towards[1] + z * towards[2] >= least ? [at] : [],
    ),
  );
}
