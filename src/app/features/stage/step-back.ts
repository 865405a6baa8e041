import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import type { Edit, EditSide } from '../../data/command-log.ts';

/**
 * Takes back the step, forwards or backwards, that has just led the project to a model that cannot be shown while
 * another stands on the stage: the project is that one's again, and the card says why.
 *
 * @returns False when no step led there: the project keeps the model, as after a reload.
 */
export function stepBack(app: App): boolean {
  const { stage } = app.state;
  const { model_hash: hash } = currentSettings(app);
  const { failed, modelHash } = stage;
  if (failed === null || modelHash === null || hash === null || modelHash === hash) return false;
  const { done, undone } = app.commands.steps();
  const isLast = (edit: Edit | undefined, from: EditSide, to: EditSide): boolean =>
    modelOf(edit, from) === modelHash && modelOf(edit, to) === hash;
  const [forwards, backwards] = [done.at(-1)?.command.edit, undone.at(-1)?.command.edit];
  const take = isLast(forwards, 'before', 'after')
    ? app.commands.undo
    : isLast(backwards, 'after', 'before')
      ? app.commands.redo
      : null;
  if (take === null) return false;
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
