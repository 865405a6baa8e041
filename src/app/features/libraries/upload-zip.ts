import { AppError } from '../../../contract/failure.ts';
import { BatchUploadBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { refreshLibrary } from '../../scene/library.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Refusal } from '../../ui/FormError.tsx';

/** What became of a ZIP. */
export interface ZipOutcome {
  readonly made: number;
  /** One sentence for each file that was not taken. */
  readonly leftOut: readonly string[];
  /** Why nothing was taken; null when something may have been. */
  readonly error: Refusal | null;
}

/**
 * Sends a ZIP of pictures, which become materials one by one (S1 2.4).
 *
 * @param onProgress Told how much of it has left, 0 to 1.
 * @throws AbortError when cancelled.
 */
export async function uploadZip(
  app: Pick<App, 'server' | 'queries' | 'texts'>,
  file: File | null,
  categoryId: number | null,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<ZipOutcome> {
  const texts = app.texts();
  const { assets } = lateTextsOf(texts.language);
  const refused = file === null ? assets.zipMissing : categoryId === null ? assets.zipCategoryMissing : null;
  if (refused !== null || file === null) {
    return { made: 0, leftOut: [], error: refused === null ? null : { sentence: refused } };
  }
  const form = new FormData();
  form.set('category', String(categoryId));
  form.set('zip_file', file, file.name);
  const report = (sent: number, total: number) => onProgress(total > 0 ? sent / total : 0);
  try {
    const answer = await app.server.call(
      '/api/projects/batch-material-upload/',
      BatchUploadBody,
      { method: 'POST', body: form, onProgress: report },
      signal,
    );
    if (answer.created.length > 0) await refreshLibrary(app, 'material');
    const leftOut = answer.errors.map(({ file: name, code, reason }) => assets.zipEntry(name, code, reason));
    return { made: answer.created.length, leftOut, error: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) {
      const sentence = assets.zipException(texts.t.errors.unexpected);
      return { made: 0, leftOut: [], error: { sentence, cause: error } };
    }
    const { failure } = error;
    const reason = describeFailure(texts, failure);
    const wasAnswered = failure.code !== 'server-unreachable' && failure.code !== 'response-unexpected';
    const refusedFiles = failure.code === 'archive-refused' ? failure.errors : [];
    const sentence = wasAnswered ? assets.zipFailed(reason) : assets.zipException(reason);
    return {
      made: 0,
      leftOut: refusedFiles.map(({ file: name, code, reason: why }) => assets.zipEntry(name, code, why)),
      error: { sentence, cause: error },
    };
  }
}
