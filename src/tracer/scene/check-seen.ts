import type { AppError } from '../../contract/failure.ts';
import type { GltfJson } from '../gltf/gltf-json.ts';
import { unreadable } from '../gltf/gltf-values.ts';
import type { ModelMeasures } from './measure-model.ts';

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
  if (isVisible) return;
  if (hasBadPoints) throw unreadable('positions are not finite numbers', 'positions-damaged');
  throw nothingVisible();
}

function nothingVisible(): AppError {
  return unreadable('every triangle has no area, or names points that are not there', 'nothing-visible');
}
