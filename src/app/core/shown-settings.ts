import { snapshot } from 'valtio';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { App } from './app.ts';
import { currentSettings } from './edit-settings.ts';

/** What the stage shows: the project's settings, or others while pictures of a set are taken. Frozen. */
export function shownSettings(app: Pick<App, 'state'>): ProjectSettings {
  return (snapshot(app.state.stage).staged as ProjectSettings | null) ?? currentSettings(app);
}
