import type { TransformTool } from '../../../contract/scene/transform-tool.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { isSameValue } from '../../values/same-value.ts';
import { readPlacement } from './placement.ts';

/**
 * Puts the model where a matrix of the transform tool says, as one edit of the project that is called by what it did,
 * whichever mode the tool is in.
 *
 * @param matrix Column-major. @param mergeKey Edits with the same key in quick succession are one step.
 */
export function moveModel(app: App, matrix: readonly number[], mergeKey?: string): void {
  const { render_settings: settings } = currentSettings(app);
  if (isSameValue(settings.model_transform, matrix)) return;
  const change = nameChange(settings.model_transform, matrix) ?? app.state.transform.mode;
  const label = app.texts().t.transform.edits[change];
  editSettings(app, label, { render_settings: { ...settings, model_transform: [...matrix] } }, mergeKey);
}

const PARTS = { position: 'translate', rotationDegrees: 'rotate', scale: 'scale' } as const;

/** Null where more than one changed, or nothing that can be read. */
function nameChange(from: readonly number[], to: readonly number[]): TransformTool['mode'] | null {
  const [before, after] = [readPlacement(from), readPlacement(to)];
  const changed = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter(
    (part) => !isSameValue(before[part], after[part]),
  );
  const [only] = changed;
  return changed.length === 1 && only !== undefined ? PARTS[only] : null;
}
