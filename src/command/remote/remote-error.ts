/** A server said no, or nothing: its code and one sentence. The command ends with code 1. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
