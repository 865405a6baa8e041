import { type Box3, Vector3 } from 'three';
import { placeHelperView } from '../../contract/camera/helper-views.ts';
import { withoutShift } from '../../contract/camera/level-camera.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import { measureBounds } from '../../contract/scene/orientation.ts';
import type { HelperView } from '../../contract/stage.ts';
import { touchDistance } from './fit-camera.ts';

/** Off the pole by this much, the front of the product stays at the bottom of a view from above. */
const POLE_LEAN = 2e-3;
/** Distance by that at which the product touches the edge: a flat one has 1.24 at S2's distance and the usual lens. */
const LEAST_ROOM = 1.2;

/**
 * Where the camera stands for a view of the view helper: as `placeHelperView` says, but never so near that a deep
 * product touches the picture's edge.
 *
 * @param box What stands on the stage; empty without a model.
 * @param from Gives the field of view and the lens, which comes into the middle. @param aspect Width by height of the picture.
 */
export function helperPose(view: HelperView, box: Box3, from: CameraPose, aspect: number): CameraPose {
  const up = [0, 1, 0] as const;
  const bounds = box.isEmpty() ? null : measureBounds(box.min.toArray(), box.max.toArray());
  const { x, y, z } = placeHelperView(view, bounds);
  const target = new Vector3(...(bounds?.center ?? [0, 0, 0]));
  const away = new Vector3(x, y, z).sub(target);
  if (away.x === 0 && away.z === 0) away.z = POLE_LEAN * away.length();
  if (bounds !== null) {
    const touching = touchDistance(box, away, new Vector3(...up), from.fovDegrees, aspect);
    away.setLength(Math.max(away.length(), touching * LEAST_ROOM));
  }
  const position = away.add(target);
  return { ...withoutShift(from), position: position.toArray(), target: target.toArray(), up: [...up] };
}
