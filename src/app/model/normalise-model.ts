import { DETECTION_MIN_CONFIDENCE, STAGE_SIZE, STAGE_SIZE_TOLERANCE } from '../../contract/constants.ts';
import type { AxisDetection, ModelReport } from '../../contract/model-report.ts';
import { standUpright } from '../../contract/scene/up-axis.ts';
import { IDENTITY, type Matrix, multiply } from '../../tracer/matrix.ts';

/** +90 degrees about Y, for what lies along Z like a vehicle (S2 4, D9). */
const QUARTER_TURN: Matrix = [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1];

/** How a file may be stood on the stage, from what was detected in it. */
export type Standing = 'detected' | 'as-made' | 'upright';

/**
 * The turn from the file's frame: `detected` converts a system that is sure and turns what lies lengthwise, `upright`
 * converts the detected system however doubtful it is, `as-made` turns nothing.
 */
export function chooseTurn(
  { system, confidence, isLengthwise }: Pick<AxisDetection, 'system' | 'confidence' | 'isLengthwise'>,
  standing: Standing,
): Matrix {
  if (standing === 'as-made') return IDENTITY;
  const isSure = confidence > DETECTION_MIN_CONFIDENCE;
  if (standing === 'upright' || isSure) return standUpright(system);
  return isLengthwise ? QUARTER_TURN : IDENTITY;
}

/**
 * The matrix from the file's frame to the stage frame: turns the model, scales its largest side to 10 unless it is that
 * already, and centres it on the origin (S2 4).
 *
 * @param bounds In the file's frame, not empty and not a point.
 * @param turn One that keeps axes on axes.
 * @returns Column-major.
 */
export function normaliseModel({ min, max }: ModelReport['bounds'], turn: Matrix): Matrix {
  const size = Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)));
  const scale = Math.abs(size - STAGE_SIZE) <= STAGE_SIZE_TOLERANCE ? 1 : STAGE_SIZE / size;
  const [x = 0, y = 0, z = 0] = max.map((value, axis) => -(value + (min[axis] ?? 0)) / 2);
  const centred: Matrix = [
    scale,
    0,
    0,
    0,
    0,
    scale,
    0,
    0,
    0,
    0,
    scale,
    0,
    x * scale,
    y * scale,
    z * scale,
    1,
  ];
  // A sum with zero writes -0 as 0.
  return multiply(turn, centred).map((value) => value + 0);
}
