import { stampViews } from '../../../contract/camera/model-views.ts';
import { type ProjectBody, ProjectSettings } from '../../../contract/http/projects.ts';

/** The part of a project that a person sets. */
export function settingsOf(body: ProjectBody): ProjectSettings {
  const settings = ProjectSettings.parse(body);
  return { ...settings, camera_views: stampViews(settings.camera_views, settings.model_hash) };
}
