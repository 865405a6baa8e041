import { AppError } from '../../contract/failure.ts';
import { loadCode } from '../browser/load-code.ts';
import type { App } from '../core/app.ts';

/** The start, with its model, pictures and first save, is over by then. */
const QUIET_AFTER_MS = 60_000;

/**
 * Sweeps this device's storage once, when the page has been open for a minute and neither loads nor sends anything.
 *
 * @param onError Told about bugs; a storage that fails is swept another day.
 * @returns Function that gives it up.
 */
export function sweepWhenQuiet(app: App, onError: (error: unknown) => void): () => void {
  const { project, stage, shell } = app.state;
  const isQuiet = (): boolean =>
    project.status === 'ready' &&
    project.isOnDevice &&
    stage.load === null &&
    shell.uploadFraction === null &&
    app.outside.page.isVisible();
  const timer = setInterval(() => {
    if (!isQuiet()) return;
    clearInterval(timer);
    sweep(app).catch((error: unknown) => {
      if (!(error instanceof AppError)) onError(error);
    });
  }, QUIET_AFTER_MS);
  return () => clearInterval(timer);
}

async function sweep(app: App): Promise<void> {
  const { sweepFiles } = await loadCode(() => import('./sweep-files.ts'));
  await sweepFiles(app);
}
