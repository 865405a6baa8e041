import type { NamedFile } from '../../contract/compute-values.ts';
import { loadCode } from '../browser/load-code.ts';
import type { App } from '../core/app.ts';
import { describeError } from '../texts/describe-failure.ts';

/**
 * A PNG that was dropped by itself may hold the recipe of a render: then the editor starts from it. A picture without one is
 * left to the model on the stage.
 *
 * @returns True when it has been taken, or why it cannot be has been said.
 */
export async function takePicture(app: App, files: readonly NamedFile[]): Promise<boolean> {
  const [only] = files;
  if (files.length !== 1 || only === undefined || !/\.png$/i.test(only.path)) return false;
  const name = only.path.slice(only.path.lastIndexOf('/') + 1);
  try {
    const { openRecipeFile } = await loadCode(() => import('./open-recipe-file.ts'));
    const isElse = app.state.stage.modelHash !== null || (await lacksFiles(app));
    return await openRecipeFile(app, only.file, name, isElse);
  } catch (error) {
    app.toasts.show('error', describeError(app.texts(), error), { cause: error });
    return true;
  }
}

/** Whether the model on the stage, or the one that could not be shown, waits for files. */
export async function lacksFiles({ state, db }: App): Promise<boolean> {
  const { incomplete, modelHash } = state.stage;
  if (incomplete !== null) return true;
  const model = modelHash === null ? undefined : await db.run(() => db.models.get(modelHash));
  return model?.report.warnings.some(({ kind }) => kind === 'missing-file') === true;
}
