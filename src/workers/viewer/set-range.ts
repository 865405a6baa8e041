import type { PerspectiveCamera } from 'three';
import { CAMERA_FAR_DEFAULT, CAMERA_NEAR_DEFAULT } from '../../contract/constants.ts';

/** S2 4: near and far are left alone while they are this close to what the model asks for. */
const RANGE_DRIFT = 0.2;

/** Lets a camera see from near to far enough for a model whose largest side is `size` stage units; 0 for none. */
export function setRange(camera: PerspectiveCamera, size: number): void {
  const near = size === 0 ? CAMERA_NEAR_DEFAULT : Math.max(0.001, 0.001 * size);
  const far = size === 0 ? CAMERA_FAR_DEFAULT : Math.max(1_000, 10 * size);
  const isNear = (value: number, wanted: number): boolean => Math.abs(value - wanted) <= wanted * RANGE_DRIFT;
  if (isNear(camera.near, near) && isNear(camera.far, far)) return;
  camera.near = near;
  camera.far = far;
}
