import { type ProjectBody, ProjectSettings } from '../../../contract/http/projects.ts';

/** The part of a project that a person sets. */
export function settingsOf(body: ProjectBody): ProjectSettings {
  return ProjectSettings.parse(body);
}
