import type { FloorSettings } from './floor.ts';

/** The floor of pictures whose recipe says nothing of one: as they were made. */
export const FLOOR_BEFORE: FloorSettings = {
  stand: { kind: 'lowest' },
  offset: 0,
  gloss: 0.25,
  roughness: 0.2,
  colour: null,
  isShadowOnly: false,
};

/** A copy that nobody else holds. */
export function copyFloor(floor: FloorSettings): FloorSettings {
  return { ...floor, stand: { ...floor.stand } };
}
