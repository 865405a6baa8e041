/** Work that was begun and not all done: the message is one sentence. The command ends with code 1. */
export class WorkError extends Error {
  override readonly name = 'WorkError';
}

/** A program that has told by itself what went wrong. The command ends with code 1. */
export class ScriptFailed extends Error {
  override readonly name = 'ScriptFailed';
}
