import { type LightRig, shiningLights } from '../scene/light-rig.ts';

/** The key light in words, as a photographer would tell it. */
export interface LightWords {
  readonly side: 'left' | 'right' | 'front' | 'behind' | 'above';
  readonly softness: 'hard' | 'soft' | 'very-soft';
}

/** The house's own lights: a large key from the upper left (`tracer/light/choose-light-rig.ts`). */
const HOUSE: LightWords = { side: 'left', softness: 'soft' };
/** From here up a light falls on a product from above, whatever its compass direction. */
const ABOVE_DEGREES = 65;
/** Width of a light over its distance: a lamp below the first, a sky above the second. */
const SOFT_FROM = 0.35;
const VERY_SOFT_FROM = 1.2;

/** Side and softness of the strongest light of a rig; null where none shines, and of the house's for a null rig. */
export function tellLight(rig: LightRig | null): LightWords | null {
  if (rig === null) return HOUSE;
  const [key] = shiningLights(rig).sort((one, other) => other.intensity - one.intensity);
  if (key === undefined) return null;
  const { azimuthDegrees, elevationDegrees, width, height, distance } = key;
  const size = Math.sqrt(width * height) / distance;
  return {
    side: elevationDegrees >= ABOVE_DEGREES ? 'above' : sideOf(azimuthDegrees),
    softness: size < SOFT_FROM ? 'hard' : size < VERY_SOFT_FROM ? 'soft' : 'very-soft',
  };
}

function sideOf(azimuthDegrees: number): LightWords['side'] {
  const turn = Math.abs(azimuthDegrees);
  if (turn < 20) return 'front';
  if (turn > 160) return 'behind';
  return azimuthDegrees < 0 ? 'left' : 'right';
}
