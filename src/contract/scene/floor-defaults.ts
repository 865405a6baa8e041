import type { Cyclorama, FloorSettings } from './floor.ts';

/** The floor of pictures whose recipe says nothing of one: as they were made. */
export const FLOOR_BEFORE: FloorSettings = {
  stand: { kind: 'lowest' },
  offset: 0,
  gloss: 0.25,
  roughness: 0.2,
  colour: null,
  isShadowOnly: false,
};

/** Behind the lights of all presets but those that hang far away, and curved so softly that nobody sees where it begins. */
export const CYCLORAMA_DEFAULT: Cyclorama = { colour: '#ffffff', distance: 5, radius: 3.5 };

/** A copy that nobody else holds. */
export function copyFloor(floor: FloorSettings): FloorSettings {
  const { cyclorama, ...rest } = floor;
  const copy = { ...rest, stand: { ...rest.stand } };
  return cyclorama === undefined ? copy : { ...copy, cyclorama: { ...cyclorama } };
}
