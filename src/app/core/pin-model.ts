import { AppError } from '../../contract/failure.ts';
import type { App } from './app.ts';

/**
 * For work that waits for the stage: asked again later, the function says whether the stage shows the model that it showed
 * then, and whether that is the one of the same project all the time. While another model is on its way it is not.
 */
export function pinModel({ state }: Pick<App, 'state'>): () => boolean {
  const { project, stage } = state;
  const { key } = project;
  const { modelHash } = stage;
  return () =>
    project.key === key && stage.modelHash === modelHash && project.settings.model_hash === modelHash;
}

/** For work that waits for the server: asked again later, whether the same project of the same person is open still. */
export function pinProject({ state }: Pick<App, 'state'>): () => boolean {
  const { project, account } = state;
  const { key } = project;
  const { userId } = account;
  return () => project.key === key && account.userId === userId;
}

/** @param isShown As {@link pinModel} gives it. @throws AppError `model-changed`. */
export function requireShown(isShown: () => boolean): void {
  if (!isShown()) throw new AppError({ code: 'model-changed' });
}
