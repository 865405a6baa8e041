import { type Box3, Vector3 } from 'three';
import { HELPER_DISTANCE, HELPER_ISOMETRIC } from '../../contract/constants.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { HelperView } from '../../contract/viewer-api.ts';
import { fitCamera } from './fit-camera.ts';

/** Off the pole by this much, the front of the product stays at the bottom of a view from above. */
const POLE_LEAN = 2e-3;

const DIRECTIONS: Readonly<Record<HelperView, readonly [number, number, number]>> = {
  front: [0, 0, 1],
  back: [0, 0, -1],
  top: [0, 1, POLE_LEAN],
  bottom: [0, -1, POLE_LEAN],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  isometric: [1, 1, 1],
};

/**
 * Where the camera stands for a view of the view helper (S2 4): one and a half times the largest side away, within
 * limits, but never so near that a deep product is cut off; the isometric view 0.8 of that along each axis.
 *
 * @param box What stands on the stage; empty without a model.
 * @param from Gives the field of view. @param aspect Width by height of the picture.
 */
export function helperPose(view: HelperView, box: Box3, from: CameraPose, aspect: number): CameraPose {
  const direction = new Vector3(...DIRECTIONS[view]);
  const up = [0, 1, 0] as const;
  if (box.isEmpty()) {
    const position =
      view === 'isometric'
        ? direction.multiplyScalar(HELPER_ISOMETRIC.default)
        : direction.setLength(HELPER_DISTANCE.default);
    return { ...from, position: position.toArray(), target: [0, 0, 0], up: [...up] };
  }
  const center = box.getCenter(new Vector3());
  const size = Math.max(...box.getSize(new Vector3()).toArray());
  const distance = Math.min(HELPER_DISTANCE.max, Math.max(HELPER_DISTANCE.min, size * HELPER_DISTANCE.sizes));
  const wanted = view === 'isometric' ? distance * HELPER_ISOMETRIC.share * Math.sqrt(3) : distance;
  const whole = fitCamera(box, direction, new Vector3(...up), from.fovDegrees, aspect, 1);
  const needed = whole.position.distanceTo(center);
  const position = direction.setLength(Math.max(wanted, needed)).add(center);
  return { ...from, position: position.toArray(), target: center.toArray(), up: [...up] };
}
