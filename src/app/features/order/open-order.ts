import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { pinModel } from '../../core/pin-model.ts';
import type { ModelRow } from '../../values/model-table.ts';

/** The save that goes before an order could not even begin (S3 8). */
export class SaveNotStarted extends Error {}

/** Who orders, for which project, and the model that is on the stage. */
export interface OpenOrder {
  readonly person: { readonly userId: number; readonly projectKey: string };
  readonly model: ModelRow;
  /** Whether it still is there, in the same project. */
  readonly isShown: () => boolean;
}

/**
 * Begins an order: every edit so far is on this device afterwards.
 *
 * @throws AppError `not-found` without a person, a project or a model; {@link SaveNotStarted}.
 */
export async function openOrder(app: App): Promise<OpenOrder> {
  const { userId } = app.state.account;
  const { key: projectKey } = app.state.project;
  const { modelHash } = app.state.stage;
  const isShown = pinModel(app);
  if (projectKey === null || userId === null || modelHash === null) throw new AppError({ code: 'not-found' });
  try {
    await app.workingCopy.current?.flush();
  } catch (error) {
    throw new SaveNotStarted('the working copy was not written', { cause: error });
  }
  const model = await app.db.run(() => app.db.models.get(modelHash));
  if (model === undefined) throw new AppError({ code: 'not-found' });
  return { person: { userId, projectKey }, model, isShown };
}
