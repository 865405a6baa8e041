import { AppError, isFailure } from '../../../contract/failure.ts';
import { type AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../app.ts';
import type { ToastArea } from '../../ui/toasts.ts';
import { nameOfPicture, stemOf } from './check-picture.ts';

/** A picture on its way into a library. */
export interface Upload {
  readonly file: File;
  /** Null: the server's place for what is not sorted (C3). */
  readonly categoryId: number | null;
  readonly isGlobal: boolean;
  /** The same for a repeat of the same picture, so that it is taken once (L2). */
  readonly key: string;
}

/**
 * The picture as it is sent: WebP, or the original with a word about it where that fails (S1 5).
 *
 * @param area Who says it.
 * @throws AbortError when cancelled, AppError `image-too-large`.
 */
export async function convertPicture(
  app: Pick<App, 'compute' | 'toasts' | 'texts'>,
  file: File,
  signal: AbortSignal,
  area: ToastArea,
): Promise<Blob> {
  try {
    return await app.compute(signal).encodeUpload(file);
  } catch (error) {
    signal.throwIfAborted();
    // What no decoder may open the server does not open either.
    if (!(error instanceof AppError) || isFailure(error, 'image-too-large')) throw error;
    app.toasts.show('error', app.texts().t.libraries.webpFailed(file.name), { area, cause: error });
    return file;
  }
}

/**
 * Sends one picture to a library.
 *
 * @param picture What {@link convertPicture} made of its file.
 * @param onProgress Told how much of it has left, 0 to 1.
 * @throws AppError of the server, or `response-unexpected` when it was taken but the answer names no item.
 */
export function sendPicture(
  app: Pick<App, 'server'>,
  assetType: AssetType,
  { file, categoryId, isGlobal, key }: Upload,
  picture: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<LibraryItemBody> {
  const form = new FormData();
  form.set('name', nameOfPicture(assetType, file));
  if (categoryId !== null) form.set('category_id', String(categoryId));
  form.set('is_global', String(isGlobal));
  form.set('image', picture, picture === file ? file.name : `${stemOf(file.name)}.webp`);
  const report = (sent: number, total: number) => onProgress(total > 0 ? sent / total : 0);
  const options = { method: 'POST', body: form, key, onProgress: report } as const;
  return app.server.call(`/api/${assetType}/`, LibraryItemBody, options, signal);
}
