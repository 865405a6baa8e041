import { AppError } from '../../../contract/failure.ts';
import { type AssetType, CategoryBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { refreshLibrary } from '../../scene/library.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Refusal } from '../../ui/FormError.tsx';

/** Failures that have nothing to say about why. */
const MUTE: readonly string[] = ['server-failed', 'invalid-request', 'response-unexpected'];

/**
 * Adds a category to a library.
 *
 * @returns The category, or why there is none (S1 5).
 */
export async function createCategory(
  app: Pick<App, 'server' | 'queries'>,
  assetType: AssetType,
  typed: string,
  isGlobal: boolean,
): Promise<CategoryBody | Refusal> {
  const name = typed.trim();
  if (name === '') return { sentence: ({ language }) => lateTextsOf(language).libraries.nameRequired };
  try {
    const body = { name, asset_type: assetType, is_global: isGlobal };
    const made = await app.server.call('/api/category/', CategoryBody, { method: 'POST', body });
    await refreshLibrary(app, assetType);
    return made;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { failure } = error;
    const isMute = MUTE.includes(failure.code);
    return {
      sentence: (texts) =>
        isMute ? lateTextsOf(texts.language).assets.categoryFailed : describeFailure(texts, failure),
      cause: error,
    };
  }
}
