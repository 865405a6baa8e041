import { exactCos, exactExp, exactSin } from './exact-math.ts';

/**
 * One softbox, in the rig's frame: X to the right of the camera, Y up, Z from the product towards the camera.
 * Extents are tangents of half angles seen from the product; `radiance` is relative to the other boxes.
 */
export interface Softbox {
  readonly direction: readonly [number, number, number];
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly radiance: readonly [number, number, number];
}

interface BoxPlan {
  readonly azimuthDegrees: number;
  readonly elevationDegrees: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly radiance: number;
  /** How far creativity 1 may turn it, degrees either way. */
  readonly swingDegrees: number;
}

/** The house rig: a large key from the upper left, a tall strip on the right, a rim behind, a soft top. */
const HOUSE_RIG: readonly BoxPlan[] = [
  { azimuthDegrees: -48, elevationDegrees: 38, halfWidth: 0.6, halfHeight: 0.65, radiance: 10, swingDegrees: 85 },
  { azimuthDegrees: 68, elevationDegrees: 18, halfWidth: 0.22, halfHeight: 0.95, radiance: 7, swingDegrees: 40 },
  { azimuthDegrees: 168, elevationDegrees: 36, halfWidth: 0.75, halfHeight: 0.26, radiance: 10, swingDegrees: 30 },
  { azimuthDegrees: 0, elevationDegrees: 84, halfWidth: 0.7, halfHeight: 0.7, radiance: 3.2, swingDegrees: 0 },
];

/** Fractions of irrational numbers, one per free parameter: neighbouring seeds land far apart in every one of them. */
const STEPS = [0.6180339887, 0.7548776662, 0.8191725134, 0.5698402910, 0.4142135624, 0.7320508076, 0.2360679775];

/**
 * Chooses the lights of one picture. Creativity 0 gives the house rig for every seed; above it direction, size
 * (2 to the power of up to the creativity), key to fill ratio and a warm-cool shift grow free.
 *
 * @param creativity 0 to 1.
 * @param seed Whole number; neighbours differ visibly.
 */
export function chooseLightRig(creativity: number, seed: number): Softbox[] {
  const swing = (dimension: number, box: number): number => {
    const step = STEPS[(dimension + 2 * box) % STEPS.length] ?? 0;
    const position = 0.5 + ((seed % 1048576) + 1) * step + box * 0.37 + dimension * 0.13;
    return (2 * (position - Math.floor(position)) - 1) * creativity;
  };
  const warmth = 0.14 * swing(5, 0);
  return HOUSE_RIG.map((plan, box) => {
    const azimuth = plan.azimuthDegrees + plan.swingDegrees * swing(0, box);
    const elevation = Math.min(86, Math.max(8, plan.elevationDegrees + 14 * swing(1, box)));
    const size = exactExp(Math.LN2 * swing(2, box));
    const power = exactExp(Math.LN2 * 1.1 * swing(3, box)) / size;
    const shift = warmth + 0.06 * swing(4, box);
    const a = (azimuth * Math.PI) / 180;
    const e = (elevation * Math.PI) / 180;
    const radiance = plan.radiance * power;
    return {
      direction: [exactSin(a) * exactCos(e), exactSin(e), exactCos(a) * exactCos(e)],
      halfWidth: plan.halfWidth * size,
      halfHeight: plan.halfHeight * size,
      // Only along the warm-cool line: moving the channels apart turned brown leather pink (reference/engine.md).
      radiance: [radiance * (1 + shift), radiance, radiance * (1 - shift)],
    };
  });
}
