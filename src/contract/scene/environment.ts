import { z } from 'zod';
import { ENVIRONMENT_RANGE } from '../constants.ts';
import { ContentHash } from '../ids.ts';
import { Fraction, text } from '../shapes.ts';

/** Surroundings of our own that need no file: `tracer/environment` draws them. */
export const ENVIRONMENT_PRESETS = ['room', 'overcast', 'sunset'] as const;
export type EnvironmentPreset = (typeof ENVIRONMENT_PRESETS)[number];

function within({ min, max }: { readonly min: number; readonly max: number }) {
  return z.number().min(min).max(max);
}

const Placing = {
  /**
   * Turn about the vertical. At 0 the middle of the picture, or the sun of a sky, stands behind the product as seen from
   * the front; 90 brings it to the right.
   */
  rotationDegrees: within(ENVIRONMENT_RANGE.rotationDegrees),
  /** Doubles the light for each 1. */
  stops: within(ENVIRONMENT_RANGE.stops),
  /** Whether it stands behind the product as well, in place of the background; else it lights and is reflected only. */
  isSeen: z.boolean(),
  /** Of what is seen: 0 is sharp, 1 a blur of twelve degrees. Light and reflections stay. */
  blur: Fraction,
};

/**
 * Real or imagined surroundings that light the product in place of those which have the colours of the background. They
 * stand still when the camera goes round.
 *
 * Whatever the file, they are measured first and count as so bright that a white matt floor is full white at the middle
 * exposure, or that half of an upright white surface's is where more light comes from the side: see
 * `tracer/environment/measure-environment.ts`. Without a light rig of the person's own they are all of the light: house
 * lights would show in every reflection. With a rig its lights are added, and the rig's `surroundings` is the share that
 * comes from here, half when it is null.
 */
export const Environment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('picture'),
    /** A PNG of the layout in `tracer/environment/rgbe.ts`. */
    imageHash: ContentHash,
    name: text(255),
    ...Placing,
  }),
  z.object({ kind: z.literal('preset'), preset: z.enum(ENVIRONMENT_PRESETS), ...Placing }),
  /** A clear sky with its sun. */
  z.object({
    kind: z.literal('sky'),
    /** Of the sun above the horizon. */
    elevationDegrees: within(ENVIRONMENT_RANGE.elevationDegrees),
    /** Turbidity: 2 is mountain air, 6 a hazy summer day. */
    haze: within(ENVIRONMENT_RANGE.haze),
    hasSun: z.boolean(),
    /** Across the sun's disc: what makes its shadows soft. */
    sunDegrees: within(ENVIRONMENT_RANGE.sunDegrees),
    ...Placing,
  }),
]);
export type Environment = z.infer<typeof Environment>;

/** How an environment that has just been chosen stands. */
export const ENVIRONMENT_PLACING = { rotationDegrees: 0, stops: 0, isSeen: false, blur: 0 } as const;
