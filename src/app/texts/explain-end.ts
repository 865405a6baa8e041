import { describeFailure } from './describe-failure.ts';
import type { Texts } from './use-texts.ts';

/** Failures that a person can do something about; what else went wrong in an engine is for staff. */
const EXPLAINED = ['engine-lost', 'engine-refused', 'engine-out-of-memory', 'file-damaged'] as const;

/**
 * The sentence for an order that has failed.
 *
 * @param code Of the failure, as the server tells it.
 */
export function explainEnd(texts: Texts, code: string | null, refunded: number): string {
  const known = EXPLAINED.find((one) => one === code);
  if (known === undefined) return texts.t.order.failedRefund(refunded);
  return describeFailure(texts, { code: known });
}
