import { SENSORS } from '../constants.ts';
import type { CameraPose } from '../render-spec.ts';
import { dot, subtract } from '../scene/vector3.ts';
import { cameraAxes } from './camera-axes.ts';
import type { DepthOfField, SensorName } from './camera-optics.ts';

const DEGREE = Math.PI / 180;
/** Nothing nearer than this can be focused on, stage units. */
export const NEAREST_FOCUS = 1e-3;

/**
 * The focal length that has a field of view. The longer side of a picture is that of the sensor, whatever its ratio, as
 * Blender's "sensor fit" has it: then another ratio of the picture leaves the lens alone.
 */
export function focalLengthMm(fovDegrees: number, sensor: SensorName = 'full-frame'): number {
  return SENSORS[sensor][0] / 2 / Math.tan((fovDegrees * DEGREE) / 2);
}

/** The inverse of {@link focalLengthMm}. */
export function fovOfFocalLength(focalMm: number, sensor: SensorName = 'full-frame'): number {
  return (2 * Math.atan(SENSORS[sensor][0] / 2 / focalMm)) / DEGREE;
}

/** How far before the camera the plane of focus stands, stage units. A point behind the camera counts as near by. */
export function focusDistance(pose: Framing, focus: DepthOfField['focus']): number {
  return Math.max(NEAREST_FOCUS, dot(subtract(focus, pose.position), cameraAxes(pose).forward));
}

type Framing = Pick<CameraPose, 'position' | 'target' | 'up'>;

/** The point before the camera, on its axis, that stands at a distance. */
export function focusAt(pose: Framing, distance: number): [number, number, number] {
  const { forward } = cameraAxes(pose);
  const [x, y, z] = pose.position;
  return [x + forward[0] * distance, y + forward[1] * distance, z + forward[2] * distance];
}

/** Real size of a stage unit by a normalisation of a file in metres, column-major. */
export function metresPerUnitOf(normalisation: readonly number[]): number {
  const [x = 1, y = 0, z = 0] = normalisation;
  return 1 / Math.sqrt(x * x + y * y + z * z);
}

/** Radius of the aperture in stage units; 0 where everything is sharp. */
export function apertureRadius(
  { fovDegrees, sensor, depthOfField }: Pick<CameraPose, 'fovDegrees' | 'sensor' | 'depthOfField'>,
  metresPerUnit: number,
): number {
  if (depthOfField === undefined) return 0;
  const metres = focalLengthMm(fovDegrees, sensor) / 1_000 / depthOfField.fNumber;
  return metres / 2 / (depthOfField.metresPerUnit ?? metresPerUnit);
}
