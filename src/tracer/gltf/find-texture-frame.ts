import { cofactors, determinant, type Matrix } from '../matrix.ts';

/**
 * Where library textures lie: in the normalised frame, which is the stage frame before `SceneSpec.modelTransform` turns,
 * moves and scales the product, so that they go along with it. A point of the stage enters by `fromStage`, a normal by
 * the transpose of `toStage`; a bent normal leaves by the transpose of `fromStage`. Normals are made unit again.
 */
export interface TextureFrame {
  readonly toStage: Matrix;
  /** Inverse of `toStage`. */
  readonly fromStage: Matrix;
}

/**
 * @param modelTransform Normalised frame to stage frame.
 * @returns Null where textures lie in the stage frame itself: on a product that stands as it was normalised, and on one
 * that is pressed flat, which has no way back.
 */
export function findTextureFrame(modelTransform: Matrix): TextureFrame | null {
  const isUnmoved = modelTransform.every((value, cell) => value === (cell % 5 === 0 ? 1 : 0));
  const perVolume = 1 / determinant(modelTransform);
  if (isUnmoved || !Number.isFinite(perVolume)) return null;
  const rows = cofactors(modelTransform).map((value) => value * perVolume);
  const at = (row: number, column: number) => rows[row * 3 + column] ?? 0;
  const [x = 0, y = 0, z = 0] = modelTransform.slice(12);
  const column = (k: number) => [at(0, k), at(1, k), at(2, k), 0];
  const back = [0, 1, 2].map((row) => -(at(row, 0) * x + at(row, 1) * y + at(row, 2) * z));
  const fromStage = [...column(0), ...column(1), ...column(2), ...back, 1];
  return { toStage: modelTransform, fromStage };
}
