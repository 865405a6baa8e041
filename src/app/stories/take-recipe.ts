import { isAbort } from '../../contract/failure.ts';
import type { App } from '../core/app.ts';
import { currentSettings } from '../core/edit-settings.ts';
import { projectRendersQuery } from '../core/render-queries.ts';
import type { MissingPart } from '../features/edit/read-recipe.ts';
import { tieToast } from '../scene/tie-toast.ts';
import { dropAddress, type EditBase } from '../state/edit.ts';
import type { LateTexts } from '../texts/catalogue.ts';
import { describeError } from '../texts/describe-failure.ts';
import { lateTextsOf } from '../texts/load-texts.ts';
import type { Said } from '../ui/toasts.ts';
import { startFromRecipe } from './start-from-recipe.ts';

/** Starts from the recipe of a picture; asks first where that was made of another model than the project's. */
export async function offerRecipe(app: App, base: EditBase): Promise<void> {
  const { model_hash: mine } = currentSettings(app);
  if (mine === null || mine === base.recipe.scene.modelHash) await takeRecipe(app, base, false);
  else app.state.edit.asked = base;
}

/**
 * Starts from the recipe of a picture and opens the place to edit it. What went wrong, and what of it was not found, is
 * said.
 */
export async function takeRecipe(app: App, base: EditBase, keepsModel: boolean): Promise<void> {
  const { edit, shell, project } = app.state;
  const texts = app.texts();
  const { edit: t } = lateTextsOf(texts.language);
  if (edit.isStarting || project.status !== 'ready') return;
  edit.asked = null;
  edit.isStarting = true;
  try {
    const drawnBefore = await app.db.run(async () =>
      (await app.db.deviceRenders.toArray()).map(({ key, createdAt }) => ({ key, at: createdAt })),
    );
    const { command, missing } = await startFromRecipe(app, base, t.undoStart(base.title), keepsModel);
    dropAddress(edit.base, base);
    edit.base = base;
    edit.sinceId = lastRender(app, base);
    edit.drawnBefore = drawnBefore;
    edit.isStage = false;
    edit.isChoosing = false;
    shell.modal = null;
    shell.place = 'edit';
    const undo = (): void => {
      if (app.commands.steps().done.at(-1)?.command === command) app.commands.undo();
    };
    const close = app.toasts.offer(
      'info',
      inWords(({ started }) => started),
      {
        action: { label: inWords((words) => words.undo), run: undo },
      },
    );
    tieToast(app, close, () => app.commands.steps().done.at(-1)?.command === command);
    if (missing.length > 0) {
      const named = missing.map((part) => describeMissing(part, t.missingParts));
      app.toasts.show('warning', t.missing(texts.format.list(named)));
    }
  } catch (error) {
    // Another project was opened meanwhile, or the person has left.
    if (isAbort(error)) return;
    app.toasts.show('error', t.failed(describeError(texts, error)), { cause: error });
  } finally {
    edit.isStarting = false;
  }
}

function inWords(choose: (words: LateTexts['edit']) => string): Said {
  return ({ language }) => choose(lateTextsOf(language).edit);
}

function describeMissing({ kind, name }: MissingPart, parts: LateTexts['edit']['missingParts']): string {
  return parts[kind](name);
}

/** Whatever has a higher number is ordered from now on. */
function lastRender(app: App, base: EditBase): number {
  const renders =
    app.queries.getQueryData(projectRendersQuery(app, app.state.project.serverId).queryKey) ?? [];
  return Math.max(0, base.renderId ?? 0, ...renders.map(({ id }) => id));
}
