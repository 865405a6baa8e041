/** Work that was begun and not all done: the message is one sentence. The command ends with code 1. */
export class WorkError extends Error {
  override readonly name = 'WorkError';
}
