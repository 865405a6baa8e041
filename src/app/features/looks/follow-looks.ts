import { AppError, isAbort } from '../../../contract/failure.ts';
import type { App } from '../../app.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { pullLooks } from './pull-looks.ts';

/**
 * Fetches a person's looks at once and whenever the server can be reached again, and says when it refused one.
 *
 * @returns Function that stops.
 */
export function followLooks(app: App, userId: number, onError: (error: unknown) => void): () => void {
  const { looks } = app.state;
  const ending = new AbortController();
  const { signal } = ending;
  const pull = (): void => {
    if (app.reachability.connection() !== 'online') return;
    pullLooks(app, userId, signal).catch((error: unknown) => {
      // What this device has is shown; the next connection asks again.
      if (!isAbort(error) && !(error instanceof AppError)) onError(error);
    });
  };
  const stopConnection = app.reachability.onChange(pull);
  const stopOutbox = app.outbox.onEvent((event) => {
    if (event.kind !== 'stopped' || event.row.work.kind !== 'sync-look') return;
    const texts = app.texts();
    app.toasts.show('error', texts.t.looks.syncFailed(describeFailure(texts, event.failure)));
  });
  pull();
  return () => {
    ending.abort();
    stopConnection();
    stopOutbox();
    looks.applied = null;
  };
}
