import { type Box3, Matrix4, Vector3 } from 'three';
import { frameShares } from '../../contract/camera/picture-frame.ts';
import {
  CAMERA_FIT_MARGIN,
  CAMERA_FIT_MAX_SIZES,
  FOV_DEGREES_DEFAULT,
  HERO_POSITION,
} from '../../contract/constants.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import { lookAt } from '../../contract/scene/look-at.ts';

type Shift = NonNullable<CameraPose['shift']>;
const UNSHIFTED: Shift = [0, 0];

/**
 * Where a camera must stand to see a whole box from a direction, with the margin of S2 4.
 *
 * @param direction From the box towards the camera; any length.
 * @param aspect Width by height of the picture, whose frame (`picture-frame.ts`) has to hold the box.
 * @param shift Of the lens; the box's centre comes into the middle of the picture.
 * @param minDistance It comes no nearer to the box's centre.
 * @returns Position and target; the target is the box's centre, unless the lens is shifted.
 */
export function fitCamera(
  box: Box3,
  direction: Vector3,
  up: Vector3,
  fovDegrees: number,
  aspect: number,
  shift = UNSHIFTED,
  minDistance = 0,
): { position: Vector3; target: Vector3 } {
  const target = box.getCenter(new Vector3());
  const size = Math.max(...box.getSize(new Vector3()).toArray());
  const touching = touchDistance(box, direction, up, fovDegrees, aspect, shift);
  const wanted = Math.min(touching * CAMERA_FIT_MARGIN, size * CAMERA_FIT_MAX_SIZES);
  const distance = Math.max(wanted || 1, minDistance);
  const [x, y] = middleOf(shift, fovDegrees);
  if (x !== 0 || y !== 0) {
    const { right, above } = axesOf(direction, up);
    target.addScaledVector(right, -x * distance).addScaledVector(above, -y * distance);
  }
  return { position: direction.clone().setLength(distance).add(target), target };
}

/** How far from a box's centre a camera sees it touch an edge of the picture's frame; parameters as of {@link fitCamera}. */
export function touchDistance(
  box: Box3,
  direction: Vector3,
  up: Vector3,
  fovDegrees: number,
  aspect: number,
  shift = UNSHIFTED,
): number {
  const target = box.getCenter(new Vector3());
  const back = direction.clone().normalize();
  const toCamera = new Matrix4().lookAt(back, new Vector3(), up).transpose();
  const tangent = Math.tan((fovDegrees * Math.PI) / 360);
  const frame = frameShares(aspect, 1);
  const [middleX, middleY] = middleOf(shift, fovDegrees);
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const point = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    )
      .sub(target)
      .applyMatrix4(toCamera);
    const [x, y] = [point.x + middleX * point.z, point.y + middleY * point.z];
    const needed = Math.max(Math.abs(y) / frame.y, Math.abs(x) / frame.x) / tangent + point.z;
    distance = Math.max(distance, needed);
  }
  return distance;
}

/** Where a camera looks from before anybody has moved it. */
export const HERO_POSE: CameraPose = {
  position: [...HERO_POSITION],
  target: [0, 0, 0],
  up: [0, 1, 0],
  quaternion: lookAt(HERO_POSITION, [0, 0, 0], [0, 1, 0]),
  fovDegrees: FOV_DEGREES_DEFAULT,
};

/**
 * A camera that sees the whole box from where this one looks.
 *
 * @param aspect Width by height of the picture. @param minDistance It comes no nearer to the box's centre.
 */
export function frameBox(box: Box3, from: CameraPose, aspect: number, minDistance = 0): CameraPose {
  const direction = new Vector3(...from.position).sub(new Vector3(...from.target));
  const up = new Vector3(...from.up);
  const { shift, fovDegrees } = from;
  const { position, target } = fitCamera(box, direction, up, fovDegrees, aspect, shift, minDistance);
  return { ...from, position: position.toArray(), target: target.toArray() };
}

/** Slopes of the ray through the middle of the picture against where the camera looks. */
function middleOf([x, y]: Shift, fovDegrees: number): Shift {
  const side = 2 * Math.tan((fovDegrees * Math.PI) / 360);
  return [x * side, y * side];
}

function axesOf(back: Vector3, up: Vector3): { right: Vector3; above: Vector3 } {
  const right = up.clone().cross(back).normalize();
  return { right, above: back.clone().normalize().cross(right) };
}
