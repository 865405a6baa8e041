import { subscribeKey } from 'valtio/utils';
import { LAST_SYNC_POLL_MS } from '../../../contract/constants.ts';
import { AppError, type Failure, type FailureCode, isAbort } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { classifyFailure, isOfDevice } from '../../data/classify-failure.ts';
import { describeError, describeFailure } from '../../texts/describe-failure.ts';
import { syncProject } from './sync-project.ts';

/** What the pill or the banner in the top bar says already, or will pass by itself. */
function isQuiet(failure: Failure): boolean {
  if (isOfDevice(failure)) return false;
  return classifyFailure(failure) === 'wait' || failure.code === 'rate-limited';
}

/**
 * Looks for what other devices saved of the open project: when the page comes to the front, when the server can be
 * reached again, and every now and then while the page is seen. One look at a time; a second one is ignored (S3 4).
 * Returns the function that stops.
 */
export function followSync(app: App): () => void {
  const { project } = app.state;
  const stopping = new AbortController();
  let known: string | null = null;
  let isSyncing = false;
  let told: FailureCode | null = null;

  const sync = async (): Promise<void> => {
    if (isSyncing || project.status !== 'ready') return;
    if (app.reachability.connection() !== 'online' || !app.outside.page.isVisible()) return;
    isSyncing = true;
    const { key } = project;
    try {
      const next = await syncProject(app, known, stopping.signal);
      if (project.key === key) known = next;
      told = null;
      app.toasts.done('sync');
    } catch (error) {
      if (!isAbort(error)) tell(error);
    } finally {
      isSyncing = false;
    }
  };
  const tell = (error: unknown): void => {
    const texts = app.texts();
    const { project: t } = texts.t;
    if (!(error instanceof AppError)) {
      app.toasts.show('error', t.syncBroken(describeError(texts, error)), { about: 'sync', cause: error });
      app.outside.warn(String(error));
      return;
    }
    const { failure } = error;
    if (isQuiet(failure) || failure.code === told) return;
    told = failure.code;
    app.toasts.show('warning', t.syncFailed(describeFailure(texts, failure)), {
      about: 'sync',
      cause: failure,
    });
  };
  const timer = setInterval(() => void sync(), LAST_SYNC_POLL_MS);
  const stops = [
    app.outside.page.onChange(() => void sync()),
    app.reachability.onChange(() => void sync()),
    subscribeKey(project, 'key', () => {
      known = null;
    }),
  ];
  return () => {
    stopping.abort();
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}
