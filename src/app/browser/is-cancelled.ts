import { CancelledError } from '@tanstack/react-query';
import { isAbort } from '../../contract/failure.ts';

/** True for a rejection that only says that somebody cancelled: by a signal, or by emptying the queries at sign-out. */
export function isCancelled(error: unknown): boolean {
  return isAbort(error) || error instanceof CancelledError;
}
