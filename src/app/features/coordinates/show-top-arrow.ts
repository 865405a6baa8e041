import type { App } from '../../core/app.ts';

/** Shows where the model's top points, also in a viewer that takes over. Returns the function that takes it away. */
export function showTopArrow(app: Pick<App, 'viewer'>): () => void {
  const viewer = app.viewer.current;
  // A viewer that has failed says so on the stage.
  const tell = (isShown: boolean): void => void viewer?.api.showTopArrow(isShown).catch(() => undefined);
  const stop = viewer?.onEvent(({ kind }) => {
    if (kind === 'needsScene') tell(true);
  });
  tell(true);
  return () => {
    stop?.();
    tell(false);
  };
}
