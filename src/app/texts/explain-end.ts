import { describeFailure } from './describe-failure.ts';
import { lateTextsOf } from './load-texts.ts';
import type { Texts } from './use-texts.ts';

/** Failures that a person can do something about; what else went wrong in an engine is for staff. */
const EXPLAINED = ['engine-lost', 'engine-refused', 'engine-out-of-memory', 'file-damaged'] as const;

/** What is wrong with a file of the order. The server tells no more of it than the code. */
const BY_FILE = ['image-unreadable', 'model-unreadable', 'model-too-complex'] as const;

/**
 * The sentence for an order that has failed.
 *
 * @param code Of the failure, as the server tells it.
 */
export function explainEnd(texts: Texts, code: string | null, refunded: number): string {
  const { order } = texts.t;
  const named = BY_FILE.find((one) => one === code);
  if (named !== undefined)
    return `${order.failedRefund(refunded)} ${lateTextsOf(texts.language).failedBy[named]}`;
  const known = EXPLAINED.find((one) => one === code);
  if (known === undefined) return order.failedRefund(refunded);
  return describeFailure(texts, { code: known });
}
