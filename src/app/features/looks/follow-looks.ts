import { AppError, isAbort } from '../../../contract/failure.ts';
import { loadCode } from '../../browser/load-code.ts';
import type { App } from '../../core/app.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/**
 * Fetches a person's looks at once and whenever the server can be reached again, and says when it refused one.
 *
 * @returns Function that stops.
 */
export function followLooks(app: App, userId: number, onError: (error: unknown) => void): () => void {
  const { looks } = app.state;
  const ending = new AbortController();
  const { signal } = ending;
  const fetchLooks = async (): Promise<void> => {
    const { pullLooks } = await loadCode(() => import('../../orders/pull-looks.ts'));
    await pullLooks(app, userId, signal);
  };
  const pull = (): void => {
    if (app.reachability.connection() !== 'online') return;
    fetchLooks().catch((error: unknown) => {
      // What this device has is shown; the next connection asks again.
      if (!isAbort(error) && !(error instanceof AppError)) onError(error);
    });
  };
  const stopConnection = app.reachability.onChange(pull);
  const stopOutbox = app.outbox.onEvent((event) => {
    if (event.kind !== 'stopped' || event.row.work.kind !== 'sync-look') return;
    const texts = app.texts();
    app.toasts.show('error', texts.t.looks.syncFailed(describeFailure(texts, event.failure)), {
      cause: event.failure,
    });
  });
  pull();
  return () => {
    ending.abort();
    stopConnection();
    stopOutbox();
    looks.applied = null;
  };
}
