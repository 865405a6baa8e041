import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { Edit, EditSide } from '../../data/command-log.ts';

/**
 * The way back over the step, forwards or backwards, that has just led the project from the model on the stage, or from
 * none, to the one it has now; null when no step led there, as after a reload.
 */
export function wayBack(app: App): (() => void) | null {
  const { modelHash } = app.state.stage;
  const { model_hash: hash } = currentSettings(app);
  if (hash === null || modelHash === hash) return null;
  const { done, undone } = app.commands.steps();
  const isLast = (edit: Edit | undefined, from: EditSide, to: EditSide): boolean =>
    modelOf(edit, from) === modelHash && modelOf(edit, to) === hash;
  const [forwards, backwards] = [done.at(-1), undone.at(-1)];
  // On an empty stage one of an earlier visit is not what is on its way now.
  const isOld = modelHash === null && forwards?.at === 0;
  if (!isOld && isLast(forwards?.command.edit, 'before', 'after')) return app.commands.undo;
  return isLast(backwards?.command.edit, 'after', 'before') ? app.commands.redo : null;
}

/**
 * Goes the way back where the model cannot be shown while another stands on the stage: the project is that one's again,
 * and the card says why.
 *
 * @returns False when no step led there: the project keeps the model, as after a reload.
 */
export function stepBack(app: App): boolean {
  const { stage } = app.state;
  const { failed, modelHash } = stage;
  const take = modelHash === null ? null : wayBack(app);
  if (failed === null || take === null) return false;
  const { name, failure } = failed;
  stage.failed = null;
  take();
  stage.refused = { name, failure };
  return true;
}

/** The model that one side of an edit gives the project; undefined when it leaves it alone. */
function modelOf(edit: Edit | undefined, side: EditSide): string | null | undefined {
  if (edit?.kind === 'several') {
    return edit.edits.map((one) => modelOf(one, side)).find((found) => found !== undefined);
  }
  return edit?.kind === 'settings' ? edit[side].model_hash : undefined;
}
