import type { ProjectSettings } from '../contract/http-api.ts';
import { listDifferences } from './same-value.ts';

/**
 * Settings that the server lacks and a person would want to save. Where the camera stands is not among them: looking
 * around is not an edit (S3 4); it travels with the next save.
 */
export function listDirtyFields(
  settings: ProjectSettings,
  saved: ProjectSettings,
): (keyof ProjectSettings)[] {
  const sameCamera = {
    ...settings,
    render_settings: { ...settings.render_settings, camera: saved.render_settings.camera },
  };
  return listDifferences(sameCamera, saved);
}
