import { PROMPT_MAX_LENGTH } from '../../../contract/constants.ts';

/**
 * A prompt after a change, at most 500 characters (S3 5). What is typed into a full one is not taken, so that its end
 * stays; what is pasted is cut.
 *
 * @returns `isCut` when a person has to be told: once for each paste, never for a key (H12).
 */
export function limitPrompt(
  before: string,
  after: string,
): { readonly text: string; readonly isCut: boolean } {
  if (after.length <= PROMPT_MAX_LENGTH) return { text: after, isCut: false };
  const isKey = after.length - before.length <= 1 && before.length <= PROMPT_MAX_LENGTH;
  if (isKey) return { text: before, isCut: false };
  // Half an emoji is none.
  const isHalf = /[\uD800-\uDBFF]/.test(after.charAt(PROMPT_MAX_LENGTH - 1));
  return { text: after.slice(0, PROMPT_MAX_LENGTH - (isHalf ? 1 : 0)), isCut: true };
}
