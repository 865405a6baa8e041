import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/** Says what went wrong with a change of the sketch that nobody waits for. Bugs are left to the page. */
export function guardSketch(app: Pick<App, 'toasts' | 'texts'>, work: Promise<void>): void {
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    app.toasts.show('error', app.texts().t.lightMap.notKept, {
      area: 'viewer',
      message: describeFailure(app.texts(), error.failure),
      cause: error,
    });
  });
}
