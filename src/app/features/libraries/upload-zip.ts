import { AppError } from '../../../contract/failure.ts';
import { BatchUploadBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { classifyFailure } from '../../data/classify-failure.ts';
import { refreshLibrary } from '../../scene/library.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';
import type { Refusal } from '../../ui/FormError.tsx';

/** A file of a ZIP that was not taken, and why; {@link describeLeftOut} says it. */
type LeftOut = BatchUploadBody['errors'][number];

/** What became of a ZIP. */
export interface ZipOutcome {
  readonly made: number;
  /** The files that were not taken. */
  readonly leftOut: readonly LeftOut[];
  /** Why nothing was taken; null when something may have been. */
  readonly error: Refusal | null;
}

/**
 * Sends a ZIP of pictures, which become materials one by one (S1 2.4).
 *
 * @param onProgress Told how much of it has left, 0 to 1.
 * @throws AbortError when cancelled.
 */
export type UploadZip = (
  file: File | null,
  categoryId: number | null,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<ZipOutcome>;

type Tools = Pick<App, 'server' | 'queries' | 'outside'>;

/** Sends ZIPs. One that was neither taken nor refused for good may have been taken: sent again, it is the same call. */
export function openZipUpload(app: Tools): UploadZip {
  /** Keys of those, by what was sent. */
  const keys = new Map<string, string>();
  return async (file, categoryId, onProgress, signal) => {
    if (file === null) return refuse((texts) => assetsOf(texts).zipMissing);
    if (categoryId === null) return refuse((texts) => assetsOf(texts).zipCategoryMissing);
    // Chosen once more it is another File.
    const sent = JSON.stringify([file.name, file.size, file.lastModified, categoryId]);
    const key = keys.get(sent) ?? app.outside.randomUuid();
    keys.set(sent, key);
    const outcome = await send(app, { file, categoryId, key }, onProgress, signal);
    const cause = outcome.error?.cause;
    const isRefused = cause instanceof AppError && classifyFailure(cause.failure) === 'dead';
    if (outcome.error === null || isRefused) keys.delete(sent);
    return outcome;
  };
}

async function send(
  app: Tools,
  { file, categoryId, key }: { readonly file: File; readonly categoryId: number; readonly key: string },
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<ZipOutcome> {
  const form = new FormData();
  form.set('category', String(categoryId));
  form.set('zip_file', file, file.name);
  const report = (sent: number, total: number) => onProgress(total > 0 ? sent / total : 0);
  try {
    const answer = await app.server.call(
      '/api/projects/batch-material-upload/',
      BatchUploadBody,
      { method: 'POST', body: form, key, onProgress: report },
      signal,
    );
    if (answer.created.length > 0) await refreshLibrary(app, 'material');
    return { made: answer.created.length, leftOut: answer.errors, error: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) {
      return refuse((texts) => assetsOf(texts).zipException(texts.t.errors.unexpected), error);
    }
    const { failure } = error;
    const wasAnswered = failure.code !== 'server-unreachable' && failure.code !== 'response-unexpected';
    const sentence = (texts: Texts): string => {
      const { zipFailed, zipException } = assetsOf(texts);
      return (wasAnswered ? zipFailed : zipException)(describeFailure(texts, failure));
    };
    const leftOut = failure.code === 'archive-refused' ? failure.errors : [];
    return { made: 0, leftOut, error: { sentence, cause: error } };
  }
}

/** Why a file of it was not taken. */
export function describeLeftOut(texts: Texts, { file, code, reason }: LeftOut): string {
  return assetsOf(texts).zipEntry(file, code, reason);
}

function refuse(sentence: Refusal['sentence'], cause?: unknown): ZipOutcome {
  return { made: 0, leftOut: [], error: { sentence, cause } };
}

function assetsOf({ language }: Texts) {
  return lateTextsOf(language).assets;
}
