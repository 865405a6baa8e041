import { AppError } from '../../../contract/failure.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Why a plan cannot be bought or changed (S1 8). */
export function describePlanError(texts: Texts, error: unknown): string {
  const { pricing } = lateTextsOf(texts.language);
  const code = error instanceof AppError ? error.failure.code : null;
  switch (code) {
    case 'not-authenticated':
      return pricing.loginNeeded;
    case 'price-unknown':
      return pricing.priceMissing;
    case 'server-unreachable':
      return pricing.networkFailed;
    case 'price-changed':
    case 'subscription-exists':
    case 'subscription-missing':
    case 'subscription-elsewhere':
    case 'payment-declined':
      return describeError(texts, error);
    default:
      return pricing.checkoutFailed;
  }
}

/** Why a plan that somebody has was not changed, ended or resumed, or why nobody knows whether it was. */
export function describeChangeError(texts: Texts, error: unknown): string {
  const isUnknown = error instanceof AppError && error.failure.code === 'payment-unavailable';
  return isUnknown ? describeError(texts, error) : describePlanError(texts, error);
}

/** Why a pack cannot be bought (S1 8). */
export function describePackError(texts: Texts, error: unknown): string {
  const { packs } = lateTextsOf(texts.language);
  const code = error instanceof AppError ? error.failure.code : null;
  if (code === 'server-unreachable') return packs.networkFailed(describeError(texts, error));
  const isKnown = code !== null && code !== 'response-unexpected';
  return packs.stripeFailed(isKnown ? describeError(texts, error) : packs.unknown);
}
