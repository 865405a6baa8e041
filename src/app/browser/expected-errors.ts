import { CancelledError } from '@tanstack/react-query';
import { AppError, isAbort } from '../../contract/failure.ts';

/** Takes the answer of a viewer that failed or was closed: the stage shows that by itself. Bugs go on. */
export function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError || isAbort(error))) throw error;
}

/** True for a rejection that only says that somebody cancelled: by a signal, or by emptying the queries at sign-out. */
export function isCancelled(error: unknown): boolean {
  return isAbort(error) || error instanceof CancelledError;
}
