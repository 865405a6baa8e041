import { MODEL_LOAD_TIMEOUT_MS } from '../../../contract/constants.ts';
import type { App } from '../../core/app.ts';

/** Steps of the watch: one word too many is late by this at most. */
const STEP_MS = 1_000;

/**
 * Says once that a model has not moved for 30 s; it is used all the same when it comes (D4). Time counts only while the
 * page is visible (L5). Returns the function that stops.
 */
export function watchLoad(app: App): () => void {
  const { stage } = app.state;
  let last = '';
  let stillMs = 0;
  const timer = setInterval(() => {
    const now = stage.load === null ? '' : `${stage.load.name} ${stage.load.phase} ${stage.load.progress}`;
    if (now !== last || now === '') {
      last = now;
      stillMs = 0;
      return;
    }
    if (!app.outside.page.isVisible()) return;
    stillMs += STEP_MS;
    if (stillMs === MODEL_LOAD_TIMEOUT_MS)
      app.toasts.show('warning', app.texts().t.stage.timeout, { area: 'viewer' });
  }, STEP_MS);
  return () => clearInterval(timer);
}
