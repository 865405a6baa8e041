import type { App } from '../../app.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { isSameValue } from '../../same-value.ts';

/**
 * Puts the model where a matrix of the transform tool says, as one edit of the project.
 *
 * @param matrix Column-major. @param mergeKey Edits with the same key in quick succession are one step.
 */
export function moveModel(app: App, matrix: readonly number[], mergeKey?: string): void {
  const { render_settings: settings } = currentSettings(app);
  if (isSameValue(settings.model_transform, matrix)) return;
  const label = app.texts().t.transform.edits[app.state.transform.mode];
  editSettings(app, label, { render_settings: { ...settings, model_transform: [...matrix] } }, mergeKey);
}
