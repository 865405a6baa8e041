import type { CameraPose } from '../render-spec.ts';
import { cross, subtract, unit, type Vector3 } from '../scene/vector3.ts';

/** Unit vectors of a camera: where it looks, and right and up on its picture. */
export interface CameraAxes {
  readonly forward: Vector3;
  readonly right: Vector3;
  readonly up: Vector3;
}

/** A camera that looks along its `up` has the right of the stage. */
export function cameraAxes({
  position,
  target,
  up,
}: Pick<CameraPose, 'position' | 'target' | 'up'>): CameraAxes {
  const forward = unit(subtract(target, position)) ?? [0, 0, -1];
  const right = unit(cross(forward, up)) ?? unit(cross(forward, [0, 0, -1])) ?? [1, 0, 0];
  return { forward, right, up: cross(right, forward) };
}

/** `a` and `b` times a number. */
export function addScaled(a: Vector3, b: Vector3, factor: number): [number, number, number] {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}
