import type { FloorSettings } from '../../contract/scene/floor.ts';
import { findFloor } from './find-floor.ts';
import type { StandingSurface } from './foot-grid.ts';

/** What of a product a floor may be laid under, in the stage frame. */
export interface FloorPlaces {
  readonly lowest: number;
  /** The lowest point of the part that the settings name; null when the model has none of it to show. */
  readonly part: number | null;
  /** Asked for where it counts. */
  readonly surface: () => StandingSurface;
}

/** Height of the floor, the same for the stage and the picture. */
export function floorHeight({ stand, offset }: FloorSettings, places: FloorPlaces): number {
  if (stand.kind === 'lowest') return places.lowest + offset;
  if (stand.kind === 'part' && places.part !== null) return places.part + offset;
  const found = findFloor(places.surface());
  return (Number.isFinite(found) ? found : places.lowest) + offset;
}
