import { Box3, Matrix4, Vector3 } from 'three';
import type { CameraPose } from '../../contract/render-spec.ts';
import { lookAt } from '../../contract/scene/look-at.ts';
import { frameBox, HERO_POSE } from '../../workers/viewer/fit-camera.ts';
import { helperPose } from '../../workers/viewer/helper-pose.ts';
import type { OpenedModel } from '../model/open-model.ts';
import type { View } from '../options/read-view.ts';

/** Straight from above there is no horizon: the front then lies at the bottom of the picture. */
const ELEVATION_MAX = 89.9;
const DEGREE = Math.PI / 180;

/** A box on the stage. */
export type StageBox = Box3;

/** What fills the stage of a model: all that is shown. */
export function boxOf({ report, shownBounds }: Pick<OpenedModel, 'report' | 'shownBounds'>): StageBox {
  const { min, max } = shownBounds;
  const box = new Box3(new Vector3().fromArray(min), new Vector3().fromArray(max));
  return box.applyMatrix4(new Matrix4().fromArray(report.normalisation));
}

/**
 * A camera of the house's lens that sees all of a model, as the stage's own fit and view helper place it.
 *
 * @param aspect Width by height of the picture.
 */
export function chooseCamera(view: View, box: StageBox, aspect: number): CameraPose {
  if (view.kind === 'helper') return aim(helperPose(view.view, box, HERO_POSE, aspect));
  return aim(frameBox(box, view.kind === 'hero' ? HERO_POSE : poseAt(view), aspect));
}

/**
 * Cameras all around a model, evenly: each as far away as the one that has to be the farthest, so that the product turns and
 * neither comes nor goes. The first stands where the view says; the product turns to its own left, as on a turntable.
 */
export function chooseTurntable(view: View, box: StageBox, aspect: number, count: number): CameraPose[] {
  const { azimuthDegrees, elevationDegrees } = angleOf(chooseCamera(view, box, aspect));
  const directions = Array.from({ length: count }, (_, k) =>
    poseAt({ azimuthDegrees: azimuthDegrees + (360 * k) / count, elevationDegrees }),
  );
  const distances = directions.map((from) => distanceOf(frameBox(box, from, aspect)));
  const farthest = Math.max(...distances);
  return directions.map((from) => aim(frameBox(box, from, aspect, farthest)));
}

function poseAt(
  angle: Pick<Extract<View, { kind: 'angle' }>, 'azimuthDegrees' | 'elevationDegrees'>,
): CameraPose {
  const azimuth = angle.azimuthDegrees * DEGREE;
  const elevation = Math.min(ELEVATION_MAX, Math.max(-ELEVATION_MAX, angle.elevationDegrees)) * DEGREE;
  const across = Math.cos(elevation);
  const position = [Math.sin(azimuth) * across, Math.sin(elevation), Math.cos(azimuth) * across] as const;
  return { ...HERO_POSE, position: [...position], target: [0, 0, 0] };
}

function angleOf({ position, target }: CameraPose) {
  const [x, y, z] = position.map((value, axis) => value - (target[axis] ?? 0)) as [number, number, number];
  return {
    azimuthDegrees: Math.atan2(x, z) / DEGREE,
    elevationDegrees: Math.atan2(y, Math.hypot(x, z)) / DEGREE,
  };
}

function distanceOf({ position, target }: CameraPose): number {
  return Math.hypot(...position.map((value, axis) => value - (target[axis] ?? 0)));
}

function aim(pose: CameraPose): CameraPose {
  return { ...pose, quaternion: lookAt(pose.position, pose.target, pose.up) };
}
