import type { ProjectSettings } from '../../contract/http/projects.ts';
import { listDifferences } from './same-value.ts';

/**
 * Settings that the server lacks and a person would want to save. Where the camera stands, which view it went to and
 * whether it circles are not among them: looking around is not an edit (S3 4); it travels with the next save. Neither is
 * a view's picture, which is taken again with every edit of what it shows.
 */
export function listDirtyFields(
  settings: ProjectSettings,
  saved: ProjectSettings,
): (keyof ProjectSettings)[] {
  return listUnsent(atRest(settings, saved), atRest(saved, saved));
}

function atRest(settings: ProjectSettings, saved: ProjectSettings): ProjectSettings {
  const { camera, camera_at, auto_rotate } = saved.render_settings;
  return {
    ...settings,
    camera_views: settings.camera_views.map((view) => ({ ...view, is_active: false, thumbnail: null })),
    render_settings: { ...settings.render_settings, camera, camera_at, auto_rotate },
  };
}

/**
 * Settings in which two states of a project differ. What the server fills in does not count: addresses of textures,
 * numbers of saved views, and that a view which is not there was deleted.
 */
export function listUnsent(a: ProjectSettings, b: ProjectSettings): (keyof ProjectSettings)[] {
  return listDifferences(withoutServerFacts(a), withoutServerFacts(b));
}

function withoutServerFacts(settings: ProjectSettings): ProjectSettings {
  const { model_materials: entries, camera_views: views, render_settings: look } = settings;
  return {
    ...settings,
    model_materials: entries.map((entry) => ({ ...entry, texturePath: null })),
    camera_views: views.map((view) => ({ ...view, backend_id: null })),
    render_settings: { ...look, deleted_views: [] },
  };
}
