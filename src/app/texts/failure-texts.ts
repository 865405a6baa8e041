import type { Failure, FailureCode } from '../../contract/failure.ts';

/** One sentence for each failure of the contract: what happened, what was kept, what to do. */
export type FailureTexts = {
  readonly [Code in FailureCode]: (failure: Extract<Failure, { code: Code }>) => string;
};
