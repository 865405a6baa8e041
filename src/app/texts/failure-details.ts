import { AppError, type Failure } from '../../contract/failure.ts';

/**
 * The technical part of a failure, for whoever mends the file, the browser or the server: what stands behind "Details",
 * in English. Null where the sentence has said it all.
 */
export function failureDetails(failure: Failure): string | null {
  switch (failure.code) {
    case 'model-unreadable':
    case 'model-too-complex':
      return failure.details || null;
    case 'engine-failed':
    case 'export-failed':
    case 'graphics-unavailable':
      return failure.reason || null;
    case 'worker-crashed':
      return failure.worker;
    case 'invalid-request':
      return (
        Object.entries(failure.fields)
          .map(([field, problem]) => `${field}: ${problem}`)
          .join('\n') || null
      );
    case 'server-failed':
      return failure.requestId === undefined ? null : `x-request-id: ${failure.requestId}`;
    case 'upload-refused':
      return failureDetails(failure.failure);
    default:
      return null;
  }
}

/** The same for anything thrown, and for a failure by itself. A bug's own words are details, too. */
export function errorDetails(error: unknown): string | null {
  if (error instanceof AppError) return failureDetails(error.failure);
  if (typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error) {
    return failureDetails(error as Failure);
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : null;
}
