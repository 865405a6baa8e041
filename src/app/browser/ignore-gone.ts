import { AppError, isAbort } from '../../contract/failure.ts';

/** Takes the answer of a viewer that failed or was closed: the stage shows that by itself. Bugs go on. */
export function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError || isAbort(error))) throw error;
}
