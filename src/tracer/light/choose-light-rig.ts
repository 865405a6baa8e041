import { HOUSE_SEEDS, LIGHT_PRESETS, LIGHT_RANGE } from '../../contract/constants.ts';
import type { Lighting } from '../../contract/render-spec.ts';
import type { LightRig, LightRole, RigLight } from '../../contract/scene/light-rig.ts';
import { luminance } from '../picture.ts';
import { exp2 } from '../portable-maths.ts';
import { irradianceOf } from './area-light.ts';
import { hangLights, RIG_FRAME } from './hang-lights.ts';

interface HouseLight {
  readonly role: LightRole;
  /** The lamp of the stage that it stands for. */
  readonly lamp: 'main' | 'front' | 'fill' | 'ambient';
  readonly azimuthDegrees: number;
  readonly elevationDegrees: number;
  /** Beside the distance. */
  readonly width: number;
  readonly height: number;
  /** Beside the others. */
  readonly radiance: number;
  /** How far creativity 1 may turn it, degrees either way. */
  readonly swingDegrees: number;
}

/** The house rig: a large key from the upper left, a tall strip on the right, a rim behind, a soft top. */
const HOUSE_RIG: readonly HouseLight[] = [
  {
    role: 'key',
    lamp: 'main',
    azimuthDegrees: -44,
    elevationDegrees: 40,
    width: 0.8,
    height: 1,
    radiance: 12,
    swingDegrees: 70,
  },
  {
    role: 'strip',
    lamp: 'front',
    azimuthDegrees: 64,
    elevationDegrees: 14,
    width: 0.32,
    height: 1.8,
    radiance: 8,
    swingDegrees: 40,
  },
  {
    role: 'rim',
    lamp: 'fill',
    azimuthDegrees: 162,
    elevationDegrees: 40,
    width: 1.2,
    height: 0.4,
    radiance: 9,
    swingDegrees: 30,
  },
  {
    role: 'top',
    lamp: 'ambient',
    azimuthDegrees: -20,
    elevationDegrees: 80,
    width: 0.9,
    height: 0.9,
    radiance: 7.2,
    swingDegrees: 0,
  },
];
/** From the middle of the product, in its radii: near enough for soft light, far enough to light it evenly. */
const DISTANCE = 5;
/** How much brighter all is under a preset: what its lamps make of the stage, measured on the sample from three sides. */
const LEVEL: Readonly<Record<Lighting, number>> = { studio: 1, render: 1.31 };
/** Kelvin by which a light turns warmer when its red grows by all of itself, about daylight. */
const KELVIN_PER_WARMTH = 4_900;

/** Fractions of irrational numbers, one per free parameter: neighbouring seeds land far apart in every one of them. */
const STEPS = [
  0.6180339887, 0.7548776662, 0.8191725134, 0.569840291, 0.4142135624, 0.7320508076, 0.2360679775,
];

/**
 * Chooses the lights of one picture that has no rig of its own. Creativity 0 gives the house rig for every seed, and a seed
 * that `HOUSE_SEEDS` divides for every creativity: an order without a seed of its own begins at one, so that its first
 * picture is lit as the stage is, and the others of its batch are free. For other seeds direction, size (2 to the power of
 * up to the creativity), key to fill ratio and a warm-cool shift grow free.
 *
 * @param creativity 0 to 1.
 * @param seed Whole number; neighbours differ visibly.
 * @param lighting Scales each light as the preset scales its lamp on the stage; `studio` leaves the house rig.
 * @returns Lights that together light a floor to full white.
 */
export function chooseLightRig(creativity: number, seed: number, lighting: Lighting = 'studio'): LightRig {
  const freedom = seed % HOUSE_SEEDS === 0 ? 0 : creativity;
  const swing = (dimension: number, light: number): number => {
    const step = STEPS[(dimension + 2 * light) % STEPS.length] ?? 0;
    const position = 0.5 + ((seed % 1048576) + 1) * step + light * 0.37 + dimension * 0.13;
    return (2 * (position - Math.floor(position)) - 1) * freedom;
  };
  const warmth = 0.14 * swing(5, 0);
  const lights = HOUSE_RIG.map((plan, index): RigLight => {
    const size = exp2(swing(2, index)) * DISTANCE;
    // What a larger light has of brightness it loses in radiance.
    const power = exp2(1.1 * swing(3, index)) * exp2(swing(2, index));
    const preset = LIGHT_PRESETS[lighting][plan.lamp] / LIGHT_PRESETS.studio[plan.lamp];
    const shift = warmth + 0.06 * swing(4, index);
    const azimuth = plan.azimuthDegrees + plan.swingDegrees * swing(0, index);
    return {
      id: plan.role,
      role: plan.role,
      shape: 'rectangle',
      azimuthDegrees: azimuth > 180 ? azimuth - 360 : azimuth,
      elevationDegrees: Math.min(86, Math.max(8, plan.elevationDegrees + 14 * swing(1, index))),
      distance: DISTANCE,
      width: Math.min(LIGHT_RANGE.size.max, plan.width * size),
      height: Math.min(LIGHT_RANGE.size.max, plan.height * size),
      kelvin: 5_600 - KELVIN_PER_WARMTH * shift,
      intensity: plan.radiance * plan.width * plan.height * power * preset,
      isOn: true,
    };
  });
  return balance({
    name: '',
    preset: null,
    lights,
    soloId: null,
    surroundings: null,
    level: LEVEL[lighting],
  });
}

/** The same lights, turned up or down together until they light a floor to full white at level 1. */
export function balance(rig: LightRig): LightRig {
  const place = { middle: [0, 0, 0], radius: 1 } as const;
  const hung = hangLights({ ...rig, level: 1 }, place, RIG_FRAME, 1, [1, 1, 1]);
  const floor = hung.reduce(
    (sum, light) => sum + irradianceOf(light, place.middle, [0, 1, 0], 0) * luminance(...light.radiance),
    0,
  );
  const gain = floor > 0 ? Math.PI / floor : 1;
  const lights = rig.lights.map((light) => ({
    ...light,
    intensity: Math.min(LIGHT_RANGE.intensity.max, light.intensity * gain),
  }));
  return { ...rig, lights };
}
