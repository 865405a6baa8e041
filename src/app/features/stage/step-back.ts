import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { Edit, EditSide } from '../../data/command-log.ts';

/**
 * The way back over the step, forwards or backwards, that has just led the project from the model on the stage to the one
 * it has now; null when no step led there, as after a reload.
 */
function wayBack(app: App): (() => void) | null {
  const { modelHash } = app.state.stage;
  const { model_hash: hash } = currentSettings(app);
  if (hash === null || modelHash === null || modelHash === hash) return null;
  const { done, undone } = app.commands.steps();
  const isLast = (edit: Edit | undefined, from: EditSide, to: EditSide): boolean =>
    modelOf(edit, from) === modelHash && modelOf(edit, to) === hash;
  if (isLast(done.at(-1)?.command.edit, 'before', 'after')) return app.commands.undo;
  return isLast(undone.at(-1)?.command.edit, 'after', 'before') ? app.commands.redo : null;
}

/** Takes back what has just given the project a model that is not to come, where that was a step of this visit. */
export function cancelStep(app: App): void {
  const { stage, project } = app.state;
  const last = app.commands.steps().done.at(-1);
  // From a model that is not on the stage, such as one that could not be shown.
  const isImport = last?.command.kind === 'model' && last.at > 0;
  const back = wayBack(app) ?? (isImport ? app.commands.undo : null);
  if (stage.modelHash !== project.settings.model_hash) back?.();
}

/**
 * Goes the way back where the model cannot be shown while another stands on the stage: the project is that one's again,
 * and the card says why.
 *
 * @returns False when no step led there: the project keeps the model, as after a reload.
 */
export function stepBack(app: App): boolean {
  const { stage } = app.state;
  const { failed } = stage;
  const take = wayBack(app);
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
