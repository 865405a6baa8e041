import type { ContentHash } from '../../contract/ids.ts';
import type { FloorSettings } from '../../contract/scene/floor.ts';
import { copyFloor } from '../../contract/scene/floor-defaults.ts';

/**
 * A copy of a floor, under a part of a model that got files which it lacked where it was under that part of it before.
 *
 * @param from What the model was, once or several times. @param to What it is.
 */
export function moveFloor(
  floor: FloorSettings,
  from: readonly ContentHash[],
  to: ContentHash,
): FloorSettings {
  const copy = copyFloor(floor);
  const { stand } = copy;
  const isOfIt = stand.kind === 'part' && from.includes(stand.modelHash);
  return isOfIt ? { ...copy, stand: { ...stand, modelHash: to } } : copy;
}
