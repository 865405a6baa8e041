import { z } from 'zod';
import { FILE_LIGHTS_STRENGTH } from '../constants.ts';

/**
 * Lights that the model file carries (KHR_lights_punctual, EXT_lights_ies), beside all other light. Files say how bright their lights are, and
 * pictures have no unit of light, so it counts what they are to each other: at strength 1 all of them together light a white
 * surface in the middle of the product that faces them to full white at the middle exposure.
 */
export const FileLights = z.object({
  isOn: z.boolean(),
  /** Multiplies their light. */
  strength: z.number().min(FILE_LIGHTS_STRENGTH.min).max(FILE_LIGHTS_STRENGTH.max),
});
export type FileLights = z.infer<typeof FileLights>;

/** What counts where nobody has chosen: pictures that were made before there was a choice stay as they are. */
export const FILE_LIGHTS_BEFORE: FileLights = { isOn: false, strength: 1 };
