import type { App } from '../../core/app.ts';

/** Says why a stroke is gone: the stage does not show the project's model, or no longer the one that it was painted on. */
export function tellNotShown(app: Pick<App, 'toasts' | 'texts'>): void {
  const { t } = app.texts();
  app.toasts.show('warning', t.lightMap.notShown, {
    area: 'viewer',
    about: 'light-map:not-shown',
    message: t.lightMap.paintAgain,
  });
}
