/** Its message is one sentence for the person who runs the server. */
export class PlainError extends Error {}

/** Something that person must change: a wrong variable, an unwritable folder, a taken port. */
export class SetupError extends PlainError {
  override readonly name = 'SetupError';
}

/** Codes by which the disk (Node, PostgreSQL) says that it is full. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether this error, or its cause, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return DISK_FULL.has(String(code)) || DISK_FULL.has(String(cause?.code));
}

/** Whether it, or its cause, says that the disk takes no writes at all, as one does that its system found faulty. */
export function isDiskReadOnly(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return code === 'EROFS' || cause?.code === 'EROFS';
}

/** What to print when a start fails: a sentence where a person can help, the whole stack for a bug of ours. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  if (isDiskFull(error)) return 'The disk is full: free some space and start again.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
