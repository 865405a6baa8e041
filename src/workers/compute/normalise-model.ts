import type { AxisDetection } from '../../contract/compute-api.ts';
import { DETECTION_MIN_CONFIDENCE, STAGE_SIZE, STAGE_SIZE_TOLERANCE } from '../../contract/constants.ts';
import { Bounds, IDENTITY, type Matrix, multiply } from './matrix4.ts';

// Columns are where the file's x, y and z axes go. S2 4: Z_UP to Y_UP is -90 degrees about X.
const CONVERSIONS: Readonly<Record<AxisDetection['system'], Matrix>> = {
  Y_UP: IDENTITY,
  Z_UP: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1],
  X_UP: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  Y_DOWN: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  Z_DOWN: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1],
  X_DOWN: [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};

/**
 * The matrix from the file's frame to the stage frame: stands the model upright when the detection is sure, scales
 * its largest side to 10 unless it is that already, and centres it on the origin (S2 4).
 *
 * @param bounds In the file's frame, not empty and not a point.
 * @returns Column-major.
 */
export function normaliseModel(bounds: Bounds, detection: AxisDetection): Matrix {
  const isSure = detection.confidence > DETECTION_MIN_CONFIDENCE;
  const conversion = isSure ? CONVERSIONS[detection.system] : IDENTITY;
  const upright = new Bounds();
  upright.addMoved(conversion, bounds.min[0] ?? 0, bounds.min[1] ?? 0, bounds.min[2] ?? 0);
  upright.addMoved(conversion, bounds.max[0] ?? 0, bounds.max[1] ?? 0, bounds.max[2] ?? 0);
  const size = Math.max(...upright.max.map((value, axis) => value - (upright.min[axis] ?? 0)));
  const scale = Math.abs(size - STAGE_SIZE) <= STAGE_SIZE_TOLERANCE ? 1 : STAGE_SIZE / size;
  const [x = 0, y = 0, z = 0] = upright.max.map(
    (value, axis) => (-(value + (upright.min[axis] ?? 0)) / 2) * scale,
  );
  return multiply([scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, x, y, z, 1], conversion);
}
