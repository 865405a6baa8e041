import { AppError, type Failure } from '../../contract/failure.ts';
import type { Texts } from './use-texts.ts';

/** The sentence for one failure in the page's language. */
export function describeFailure(texts: Texts, failure: Failure): string {
  const describe = texts.failures[failure.code] as (failure: Failure) => string;
  return describe(failure);
}

/** The sentence for anything thrown. What is not an expected failure is a bug and says so without its insides. */
export function describeError(texts: Texts, error: unknown): string {
  return error instanceof AppError ? describeFailure(texts, error.failure) : texts.t.errors.unexpected;
}
