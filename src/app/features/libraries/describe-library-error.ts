import { AppError } from '../../../contract/failure.ts';
import type { AssetType } from '../../../contract/http/libraries.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Why a library does not show, for the window that chooses from it (S3 8). */
export function describeModalError(texts: Texts, assetType: AssetType, error: unknown): string {
  const { libraries } = lateTextsOf(texts.language);
  if (!(error instanceof AppError)) return libraries.errors[assetType];
  return libraries.loadFailed[assetType](describeFailure(texts, error.failure));
}

/** The same for the Assets section: what the server refused is an error, what never came an exception (S1 2.4, C16). */
export function describeAssetsError(texts: Texts, assetType: AssetType, error: unknown): string {
  const { assets } = lateTextsOf(texts.language);
  if (!(error instanceof AppError)) return assets.exceptions[assetType](texts.t.errors.unexpected);
  const { code } = error.failure;
  const wasAnswered = code !== 'server-unreachable' && code !== 'response-unexpected';
  return wasAnswered
    ? assets.errors[assetType]
    : assets.exceptions[assetType](describeFailure(texts, error.failure));
}

/** In place of a library's categories: that they do not come, or that there are none (S1 2.4); else null. */
export function describeCategories(
  texts: Texts,
  asked: { readonly isError: boolean; readonly isSuccess: boolean },
  count: number,
): string | null {
  const { assets } = lateTextsOf(texts.language);
  if (count > 0) return null;
  if (asked.isError) return assets.categoriesFailed;
  return asked.isSuccess ? assets.noCategories : null;
}
