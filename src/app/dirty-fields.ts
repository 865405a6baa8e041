import type { ProjectSettings } from '../contract/http/projects.ts';
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
  return listUnsent(sameCamera, saved);
}

/** Settings in which two states of a project differ. Addresses of textures do not count: the server renews them. */
export function listUnsent(a: ProjectSettings, b: ProjectSettings): (keyof ProjectSettings)[] {
  return listDifferences(withoutAddresses(a), withoutAddresses(b));
}

function withoutAddresses(settings: ProjectSettings): ProjectSettings {
  const { model_materials: entries } = settings;
  return { ...settings, model_materials: entries.map((entry) => ({ ...entry, texturePath: null })) };
}
