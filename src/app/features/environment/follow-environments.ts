import { AppError, isAbort } from '../../../contract/failure.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/**
 * Fetches a person's environments at once and whenever the server can be reached again, and says when it refused one.
 *
 * @returns Function that stops.
 */
export function followEnvironments(app: App, userId: number, onError: (error: unknown) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const fetchAll = async (): Promise<void> => {
    const { pullEnvironments } = await loadCode(() => import('../../orders/pull-environments.ts'));
    await pullEnvironments(app, userId, signal);
  };
  const pull = (): void => {
    if (app.reachability.connection() !== 'online') return;
    fetchAll().catch((error: unknown) => {
      // What this device has is shown; the next connection asks again.
      if (!isAbort(error) && !(error instanceof AppError)) onError(error);
    });
  };
  const stopConnection = app.reachability.onChange(pull);
  const stopOutbox = app.outbox.onEvent((event) => {
    if (event.kind !== 'stopped' || event.row.work.kind !== 'sync-environment') return;
    const texts = app.texts();
    app.toasts.show('error', texts.t.environment.syncFailed(describeFailure(texts, event.failure)), {
      cause: event.failure,
    });
  });
  pull();
  return () => {
    ending.abort();
    stopConnection();
    stopOutbox();
  };
}
