/** What a person must call differently: the message is one sentence for them. The command ends with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
