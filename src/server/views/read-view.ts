import { readModelTransform, readPose } from '../../contract/camera/legacy-view.ts';
import { LEGACY_BACKEND_VIEW } from '../../contract/constants.ts';
import { type CameraViewInput, SavedView } from '../../contract/http/camera-views.ts';
import { CameraPose } from '../../contract/render-spec.ts';
import { checkShape, invalidRequest } from '../http/check-shape.ts';

/**
 * The camera a body describes, in any form, over the one that stands.
 *
 * @throws AppError `invalid-request` when it describes none, or one out of its range.
 */
export function readCamera(body: CameraViewInput, base: CameraPose | null): CameraPose {
  const pose = readPose(body, base, LEGACY_BACKEND_VIEW);
  if (pose === null) {
    throw invalidRequest('position', 'is missing, and there is no orbit');
  }
  return checkShape(CameraPose, pose);
}

/**
 * Writes what a body says over a saved view.
 *
 * @param base Uuid, number and name of a new view, or the view that stands.
 * @throws AppError `invalid-request`.
 */
export function readView(
  body: CameraViewInput,
  base: Omit<SavedView, 'pose'> & { readonly pose: CameraPose | null },
): SavedView {
  const model = readModelTransform(body);
  return checkShape(SavedView, {
    ...base,
    name: body.name || base.name,
    pose: readCamera(body, base.pose),
    is_active: body.is_active ?? base.is_active,
    order: body.order ?? base.order,
    model_hash: body.model_hash ?? base.model_hash,
    model_transform: model === undefined ? base.model_transform : model,
    thumbnail: body.thumbnail === undefined ? base.thumbnail : body.thumbnail,
  });
}
