import { type ProjectBody, ProjectSettings } from '../../../contract/http-api.ts';

/** The part of a project that a person sets. */
export function settingsOf(body: ProjectBody): ProjectSettings {
  return ProjectSettings.parse(body);
}
