import { snapshot } from 'valtio';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import { copyPlain } from '../values/copy-plain.ts';
import { type EditableSettings, makeSettingsEdit } from '../values/settings-edit.ts';
import type { App } from './app.ts';

/**
 * Changes settings of the project as one step that can be undone. The change is in this device's database a moment
 * later (`features/projects/keep-working-copy.ts`).
 *
 * @param label What the step did, in the person's language.
 * @param patch The fields that change, whole. Of `render_settings` and `model_materials` only what differs counts, so
 *   that undoing the light leaves the camera, which moves without steps, where it is.
 * @param mergeKey Edits with the same key in quick succession are one step; for sliders and typing.
 */
export function editSettings(
  app: Pick<App, 'state' | 'commands'>,
  label: string,
  patch: Partial<EditableSettings>,
  mergeKey?: string,
): void {
  const edit = copyPlain(makeSettingsEdit(currentSettings(app), patch));
  app.commands.run({ label, edit, ...(mergeKey === undefined ? {} : { mergeKey }) });
}

/** A plain, frozen copy of the settings as they stand. */
export function currentSettings(app: Pick<App, 'state'>): ProjectSettings {
  return snapshot(app.state.project.settings) as ProjectSettings;
}

/** Sets fields without a step to undo: loading, and merging what another device did. */
export function assignSettings(app: Pick<App, 'state'>, patch: Partial<ProjectSettings>): void {
  Object.assign(app.state.project.settings, copyPlain(patch));
}
