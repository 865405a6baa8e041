import { type Matrix, multiply, scaleOf } from '../../../tracer/matrix.ts';

/** Below this a matrix changes nothing: rounding of a division and a product of doubles. */
const EPSILON = 1e-6;

/**
 * Where an exported file's nodes must be moved so that it stands as on the stage at the file's own scale (D10): the turn
 * that stood it upright, the axis chosen as up and the transform tool are in it; scaling to 10 and centring are not. A
 * step of the tool by one stage unit moves the file by what is one stage unit on the stage.
 *
 * @param normalisation File frame to stage frame: even scale, turn, translation.
 * @param modelTransform Applied after it, in the stage frame.
 * @returns Column-major, to be put before the file's root nodes; null when it changes nothing.
 */
export function exportFrame(normalisation: Matrix, modelTransform: Matrix): Matrix | null {
  const scale = scaleOf(normalisation);
  const [x, y, z] = fileToStage(normalisation).slice(12, 15);
  const back = [
    ...[1 / scale, 0, 0, 0, 0, 1 / scale, 0, 0, 0, 0, 1 / scale, 0],
    ...[-(x ?? 0) / scale, -(y ?? 0) / scale, -(z ?? 0) / scale, 1],
  ];
  const frame = multiply(back, multiply(modelTransform, normalisation));
  const isSame = frame.every((value, cell) => {
    const isTranslation = cell >= 12 && cell < 15;
    return Math.abs(value - (cell % 5 === 0 ? 1 : 0)) < (isTranslation ? (10 * EPSILON) / scale : EPSILON);
  });
  return isSame ? null : frame;
}

/** Scaling to 10 and centring alone: from the frame of an exported file to the stage frame, column-major. */
export function fileToStage(normalisation: Matrix): Matrix {
  const scale = scaleOf(normalisation);
  return [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, ...normalisation.slice(12, 15), 1];
}
