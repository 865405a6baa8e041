import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { describeFailure } from '../../texts/describe-failure.ts';

/** The save that goes before an order could not even begin (S3 8). */
export class SaveNotStarted extends Error {}

/** What went wrong before there was an order, as the person reads it. */
export function describeOrderError(app: Pick<App, 'texts'>, error: unknown): string {
  const texts = app.texts();
  const { order } = texts.t;
  if (error instanceof SaveNotStarted) return order.autoSaveNotStarted;
  if (!(error instanceof AppError)) return order.failed(texts.t.errors.unexpected);
  return order.failed(describeFailure(texts, error.failure));
}
