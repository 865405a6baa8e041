import { LENS_SHIFT_MAX } from '../constants.ts';
import type { CameraPose } from '../render-spec.ts';
import { lookAt } from '../scene/look-at.ts';
import { dot, subtract, type Vector3 } from '../scene/vector3.ts';
import { addScaled, cameraAxes } from './camera-axes.ts';

const DEGREE = Math.PI / 180;
const SKY: Vector3 = [0, 1, 0];
/** Of a roll, degrees: less is the dust of floating point. */
const LEVEL_DEGREES = 1e-6;

/**
 * How far the camera is rolled to its right about where it looks, -180 to 180 degrees: the horizon then falls to the left.
 * 0 straight above or below, where there is no horizon.
 */
export function rollDegrees(pose: Pick<CameraPose, 'position' | 'target' | 'up'>): number {
  const level = cameraAxes({ ...pose, up: [...SKY] });
  if (Math.abs(level.forward[1]) > 1 - 1e-9) return 0;
  const { up } = cameraAxes(pose);
  const degrees = Math.atan2(dot(up, level.right), dot(up, level.up)) / DEGREE;
  return Math.abs(degrees) < LEVEL_DEGREES ? 0 : degrees;
}

/** The same view, rolled so far from level. */
export function withRoll(pose: CameraPose, degrees: number): CameraPose {
  const level = cameraAxes({ ...pose, up: [...SKY] });
  const angle = degrees * DEGREE;
  const flat = addScaled([0, 0, 0], level.up, Math.cos(angle));
  const up: [number, number, number] =
    degrees === 0 ? [...SKY] : addScaled(flat, level.right, Math.sin(angle));
  return { ...pose, up, quaternion: lookAt(pose.position, pose.target, up) };
}

/**
 * A camera that looks straight ahead and sees a point where it saw it before: the lens is shifted by as much as the camera
 * is raised. It goes back as far as keeps the point's size. The focal length stays.
 *
 * @param held Stays where it is on the picture, and as large.
 * @returns Null where that takes more than `LENS_SHIFT_MAX`, and straight above or below the point.
 */
export function makeUpright(pose: CameraPose, held: Vector3): CameraPose | null {
  const axes = cameraAxes(pose);
  const extent = Math.tan((pose.fovDegrees * DEGREE) / 2);
  const [shiftX, shiftY] = pose.shift ?? [0, 0];
  const away = subtract(held, pose.position);
  const depth = dot(away, axes.forward);
  const flat = Math.hypot(axes.forward[0], axes.forward[2]);
  if (depth <= 0 || flat < 1e-6) return null;
  // 1. Where the point is on the picture, in sides of the square from its middle.
  const seenX = dot(away, axes.right) / depth / extent / 2 - shiftX;
  const seenY = dot(away, axes.up) / depth / extent / 2 - shiftY;
  // 2. Straight ahead, from so far that the point is as deep in the picture as it was.
  const ahead: Vector3 = [axes.forward[0] / flat, 0, axes.forward[2] / flat];
  const level = cameraAxes({ position: [0, 0, 0], target: [...ahead], up: [...SKY] });
  const deep = dot(away, ahead);
  if (deep <= 0) return null;
  const position = addScaled(held, away, -depth / deep);
  const from = subtract(held, position);
  const shift: [number, number] = [
    dot(from, level.right) / depth / extent / 2 - seenX,
    dot(from, level.up) / depth / extent / 2 - seenY,
  ].map((value) => Math.round(value * 1e9) / 1e9 + 0) as [number, number];
  if (shift.some((value) => Math.abs(value) > LENS_SHIFT_MAX)) return null;
  const target = addScaled(position, ahead, depth);
  const up: [number, number, number] = [...SKY];
  const upright: CameraPose = {
    ...pose,
    position,
    target,
    up,
    quaternion: lookAt(position, target, up),
    shift,
  };
  return shift.every((value) => value === 0) ? withoutShift(upright) : upright;
}

/** The same camera with its lens in the middle. */
export function withoutShift(pose: CameraPose): CameraPose {
  const { shift: _, ...rest } = pose;
  return rest;
}
