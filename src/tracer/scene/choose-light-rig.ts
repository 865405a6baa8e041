import { HOUSE_SEEDS, LIGHT_PRESETS } from '../../contract/constants.ts';
import type { Lighting } from '../../contract/render-spec.ts';
import { cosTurns, exp2, sinTurns } from '../portable-maths.ts';

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
  /** The lamp of the stage that it stands for. */
  readonly lamp: 'main' | 'front' | 'fill' | 'ambient';
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
  {
    lamp: 'main',
    azimuthDegrees: -44,
    elevationDegrees: 40,
    halfWidth: 0.4,
    halfHeight: 0.5,
    radiance: 12,
    swingDegrees: 70,
  },
  {
    lamp: 'front',
    azimuthDegrees: 64,
    elevationDegrees: 14,
    halfWidth: 0.16,
    halfHeight: 0.9,
    radiance: 8,
    swingDegrees: 40,
  },
  {
    lamp: 'fill',
    azimuthDegrees: 162,
    elevationDegrees: 40,
    halfWidth: 0.6,
    halfHeight: 0.2,
    radiance: 9,
    swingDegrees: 30,
  },
  {
    lamp: 'ambient',
    azimuthDegrees: -20,
    elevationDegrees: 80,
    halfWidth: 0.45,
    halfHeight: 0.45,
    radiance: 7.2,
    swingDegrees: 0,
  },
];

/**
 * How much brighter the product is under a preset. The sky is scaled to one brightness whatever the rig is; `render` is
 * what its lamps make of the stage, measured on the sample from three sides.
 */
export const LIGHT_GAIN: Readonly<Record<Lighting, number>> = { studio: 1, render: 1.31 };

/** Fractions of irrational numbers, one per free parameter: neighbouring seeds land far apart in every one of them. */
const STEPS = [
  0.6180339887, 0.7548776662, 0.8191725134, 0.569840291, 0.4142135624, 0.7320508076, 0.2360679775,
];

/**
 * Chooses the lights of one picture. Creativity 0 gives the house rig for every seed, and a seed that `HOUSE_SEEDS`
 * divides for every creativity: an order without a seed of its own begins at one, so that its first picture is lit as the
 * stage is, and the others of its batch are free. For other seeds direction, size (2 to the power of up to the
 * creativity), key to fill ratio and a warm-cool shift grow free.
 *
 * @param creativity 0 to 1.
 * @param seed Whole number; neighbours differ visibly.
 * @param lighting Scales each box as the preset scales its lamp on the stage; `studio` leaves the house rig.
 */
export function chooseLightRig(creativity: number, seed: number, lighting: Lighting = 'studio'): Softbox[] {
  const freedom = seed % HOUSE_SEEDS === 0 ? 0 : creativity;
  const swing = (dimension: number, box: number): number => {
    const step = STEPS[(dimension + 2 * box) % STEPS.length] ?? 0;
    const position = 0.5 + ((seed % 1048576) + 1) * step + box * 0.37 + dimension * 0.13;
    return (2 * (position - Math.floor(position)) - 1) * freedom;
  };
  const warmth = 0.14 * swing(5, 0);
  return HOUSE_RIG.map((plan, box) => {
    const azimuth = plan.azimuthDegrees + plan.swingDegrees * swing(0, box);
    const elevation = Math.min(86, Math.max(8, plan.elevationDegrees + 14 * swing(1, box)));
    const size = exp2(swing(2, box));
    const power = exp2(1.1 * swing(3, box)) / size;
    const shift = warmth + 0.06 * swing(4, box);
    const a = azimuth / 360;
    const e = elevation / 360;
    const preset = LIGHT_PRESETS[lighting][plan.lamp] / LIGHT_PRESETS.studio[plan.lamp];
    const radiance = plan.radiance * power * preset;
    return {
      direction: [sinTurns(a) * cosTurns(e), sinTurns(e), cosTurns(a) * cosTurns(e)],
      halfWidth: plan.halfWidth * size,
      halfHeight: plan.halfHeight * size,
      // Only along the warm-cool line: moving the channels apart turned brown leather pink.
      radiance: [radiance * (1 + shift), radiance, radiance * (1 - shift)],
    };
  });
}
