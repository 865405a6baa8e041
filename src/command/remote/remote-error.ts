/** A server said no, or nothing: its code and one sentence. The command ends with code 1. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** What the next picture would meet as well. */
const LASTING = new Set([
  'credits-insufficient',
  'day-quota-reached',
  'not-authenticated',
  'api-key-scope',
  'server-unreachable',
  'maintenance',
]);

/** Whether a server makes no more pictures for now, whatever is asked for. */
export function isLasting(error: unknown): error is RemoteError {
  return error instanceof RemoteError && LASTING.has(error.code);
}
