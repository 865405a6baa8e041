import type { AppError } from '../../contract/failure.ts';
import type { GltfJson } from '../gltf/gltf-json.ts';
import { unreadable } from '../gltf/gltf-values.ts';
import type { ModelMeasures } from './measure-model.ts';

/** Units of the file: between them 32 bits hold a normal's square after it was scaled to the stage. */
const MIN_SIZE = 1e-12;
/** Beyond, a coordinate is a broken number: 32-bit floats end at 3e38 and their squares must too. */
export const MAX_COORDINATE = 1e18;
/** So many of its sizes away, the way back to the origin is no number that is kept (`Real` ends at 1e15). */
const MAX_SIZES_AWAY = 1e14;

/**
 * Refuses a model without a scene.
 *
 * @throws AppError `model-unreadable`.
 */
export function checkScene(json: GltfJson): void {
  if (json.scenes?.[json.scene ?? 0] === undefined) throw unreadable('it has no scene', 'no-scene');
}

/**
 * Refuses a model of which nothing can be seen.
 *
 * @param measures Of its default scene, without helpers.
 * @throws AppError `model-unreadable`.
 */
export function checkSeen({ bounds, triangleCount, isVisible, hasBadPoints }: ModelMeasures): void {
  if (bounds.isEmpty && triangleCount === 0) throw unreadable('it has nothing to draw', 'nothing-to-draw');
  if (bounds.isEmpty) throw nothingVisible();
  const size = Math.max(...bounds.max.map((value, axis) => value - (bounds.min[axis] ?? 0)));
  if (!(size > 0) || !Number.isFinite(size)) throw unreadable('it has no size', 'no-size');
  const reach = Math.max(...[...bounds.min, ...bounds.max].map(Math.abs));
  if (size < MIN_SIZE || reach > MAX_COORDINATE || reach > size * MAX_SIZES_AWAY) {
    throw extremeSize(`it is ${size} wide and reaches to ${reach}`);
  }
  if (isVisible) return;
  if (hasBadPoints) throw unreadable('positions are not finite numbers', 'positions-damaged');
  throw nothingVisible();
}

/** @param details What exactly was found, in English. */
export function extremeSize(details: string): AppError {
  return unreadable(details, 'extreme-size');
}

function nothingVisible(): AppError {
  return unreadable('every triangle has no area, or names points that are not there', 'nothing-visible');
}
