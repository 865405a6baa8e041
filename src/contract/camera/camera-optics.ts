import { z } from 'zod';
import { F_NUMBER_RANGE, LENS_SHIFT_MAX, METRES_PER_UNIT_RANGE, SENSORS } from '../constants.ts';
import { Real } from '../shapes.ts';

/** Sensors that focal lengths and f-numbers are told of, see `SENSORS`. */
export const SensorName = z.enum(Object.keys(SENSORS) as [keyof typeof SENSORS, ...(keyof typeof SENSORS)[]]);
export type SensorName = z.infer<typeof SensorName>;

/**
 * What a thin lens draws sharply and how much it blurs the rest. The aperture is a round hole whose diameter is the focal
 * length over the f-number, in real metres: a ring from near by blurs more than a sofa in the same frame, as it does for a
 * photographer. The focal length is the one that goes with the field of view; the lens does not breathe.
 */
export const DepthOfField = z.object({
  fNumber: z.number().min(F_NUMBER_RANGE.min).max(F_NUMBER_RANGE.max),
  /** A point of the plane that is sharp, in the stage frame; the plane stands square to where the camera looks. */
  focus: z.tuple([Real, Real, Real]),
  /**
   * Real size of a stage unit, before the transform tool scales the product. Absent: what the scene's normalisation says
   * of a file in metres, as glTF is.
   */
  metresPerUnit: z.number().min(METRES_PER_UNIT_RANGE.min).max(METRES_PER_UNIT_RANGE.max).optional(),
});
export type DepthOfField = z.infer<typeof DepthOfField>;

const Shift = z.number().min(-LENS_SHIFT_MAX).max(LENS_SHIFT_MAX);

/** What a camera has besides its place and its field of view. All of it may be absent, as it is in older poses. */
export const CameraOptics = z.object({
  /** Absent: full frame. It decides how wide an f-number is open, and nothing else of a picture. */
  sensor: SensorName.optional(),
  /**
   * Shift of the lens: by how many sides of the stage's square the picture lies to the right of, and above, the point that
   * the camera looks at. Verticals stay upright while the camera looks straight ahead. Absent: none.
   */
  shift: z.tuple([Shift, Shift]).optional(),
  /** Absent: everything is sharp. Pictures for AI engines always are. */
  depthOfField: DepthOfField.optional(),
});
export type CameraOptics = z.infer<typeof CameraOptics>;

/** What a pose has of them, and no more. */
export function opticsOf({ sensor, shift, depthOfField }: CameraOptics): CameraOptics {
  return {
    ...(sensor === undefined ? {} : { sensor }),
    ...(shift === undefined ? {} : { shift }),
    ...(depthOfField === undefined ? {} : { depthOfField }),
  };
}
