import { z } from 'zod';
import { LIGHT_RANGE, RIG_LIGHTS_MAX, RIG_NAME_MAX } from '../constants.ts';
import { Fraction, text } from '../shapes.ts';

/** What a light is called until a person names it. */
export const LIGHT_ROLES = ['key', 'fill', 'rim', 'top', 'strip', 'back', 'window', 'sun'] as const;
export type LightRole = (typeof LIGHT_ROLES)[number];

/** What stands before a light and throws its shadow: the bars of a window, the slats of a blind, twigs with leaves. */
export const GOBO_PATTERNS = ['none', 'window', 'blinds', 'leaves'] as const;
export type GoboPattern = (typeof GOBO_PATTERNS)[number];

/** Kinds of product that a rig is made for, see `tracer/light/rig-presets.ts`. */
export const RIG_PRESETS = [
  'soft',
  'glass',
  'blackGloss',
  'metal',
  'textile',
  'white',
  'jewellery',
  'bottle',
  'food',
  'drama',
  'window',
  'sun',
] as const;
export type RigPreset = (typeof RIG_PRESETS)[number];

function within({ min, max }: { readonly min: number; readonly max: number }) {
  return z.number().min(min).max(max);
}

/**
 * One light that hangs around the product and faces its middle. Lengths count the product's radius, half of the diagonal
 * of the box around it, so that a rig fits any product.
 */
export const RigLight = z.object({
  id: text(40),
  role: z.enum(LIGHT_ROLES),
  shape: z.enum(['rectangle', 'octagon']),
  /** From the camera's side of the product: 0 is the camera, 90 its right, 180 behind. Only its compass direction counts. */
  azimuthDegrees: within(LIGHT_RANGE.azimuthDegrees),
  /** Above the middle of the product. */
  elevationDegrees: within(LIGHT_RANGE.elevationDegrees),
  /** From the middle of the product. */
  distance: within(LIGHT_RANGE.distance),
  width: within(LIGHT_RANGE.size),
  height: within(LIGHT_RANGE.size),
  /** Colour temperature; 5600 K, daylight, is white. */
  kelvin: within(LIGHT_RANGE.kelvin),
  /**
   * What arrives at the middle of the product, whatever the size and the distance: 1 lights a white surface that faces the
   * light to full white at the middle exposure.
   */
  intensity: within(LIGHT_RANGE.intensity),
  isOn: z.boolean(),
  /** Absent for none, as in rigs that were made before there were any. */
  gobo: z
    .object({
      pattern: z.enum(GOBO_PATTERNS),
      /** 0: its shadow is sharp in the middle of the product; 1: far before it. The larger the light, the softer. */
      softness: Fraction,
    })
    .optional(),
});
export type RigLight = z.infer<typeof RigLight>;

/** The lights of a picture, as a photographer sets them. They turn with the camera and keep their height. */
export const LightRig = z.object({
  /** As the person named it; empty for none: it is called by its preset, or by nothing. */
  name: text(RIG_NAME_MAX),
  /** What it was made from, whatever was changed since; null for the house's own lights. */
  preset: z.enum(RIG_PRESETS).nullable(),
  lights: z.array(RigLight).max(RIG_LIGHTS_MAX),
  /** The light that is alone on; null for none. */
  soloId: text(40).nullable(),
  /**
   * How much of the light comes from the surroundings, which have the colours of the background: the lights give the rest.
   * Null: more before a bright background than before a dark one.
   */
  surroundings: Fraction.nullable(),
  /** Multiplies all of it. */
  level: within(LIGHT_RANGE.level),
});
export type LightRig = z.infer<typeof LightRig>;

/** Lights that shine. */
export function shiningLights({ lights, soloId }: LightRig): RigLight[] {
  const isAlone = lights.some(({ id }) => id === soloId);
  return lights.filter(({ id, isOn, intensity }) => intensity > 0 && (isAlone ? id === soloId : isOn));
}
