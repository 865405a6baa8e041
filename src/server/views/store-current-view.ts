import { describeView } from '../../contract/camera/describe-view.ts';
import { VIEW_VERSION } from '../../contract/constants.ts';
import type { CameraViewBody, CameraViewInput } from '../../contract/http/camera-views.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { CameraPose } from '../../contract/render-spec.ts';
import type { Transaction } from '../db/database.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { storeChange } from '../projects/store-change.ts';
import { CURRENT_VIEW } from './find-view.ts';
import { readCamera } from './read-view.ts';

/**
 * Makes what a body describes the project's camera, where another device opens (E7). The model stays where it is.
 *
 * @throws AppError `invalid-request`.
 */
export async function storeCurrentView(
  tx: Transaction,
  project: ProjectRow,
  body: CameraViewInput,
  now: Date,
): Promise<CameraViewBody> {
  const pose = readCamera(body, project.settings.render_settings.camera);
  await storeCamera(tx, project, pose, body.timestamp ?? now.getTime());
  const view = describeView({
    uuid: '',
    id: CURRENT_VIEW,
    name: body.name ?? '',
    pose,
    model_hash: ContentHash.nullable().parse(project.modelHash),
    is_active: false,
    order: 0,
    timestamp: body.timestamp ?? now.getTime(),
    model_transform: null,
    thumbnail: null,
    backend_id: null,
    version: VIEW_VERSION,
  });
  return { ...view, uuid: null };
}

/** @param camera Null lets the next device fit its own. @param at When it was left, milliseconds since the epoch. */
export async function storeCamera(
  tx: Transaction,
  project: ProjectRow,
  camera: CameraPose | null,
  at: number,
): Promise<void> {
  const { settings } = project;
  await storeChange(tx, project, {
    settings: { ...settings, render_settings: { ...settings.render_settings, camera, camera_at: at } },
  });
}
