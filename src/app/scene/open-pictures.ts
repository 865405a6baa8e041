import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { App } from '../core/app.ts';
import type { SketchPictures } from '../model/draw-sketch.ts';
import { obtainLight } from './obtain-light.ts';

/** Decoded pictures of a sketch. */
export interface OpenPictures {
  readonly found: SketchPictures;
  /** `light-map-gone` where one of them cannot be had now. */
  readonly lack: AppError | null;
  /** Frees their memory; they cannot be drawn any more. */
  close(): void;
}

/**
 * Decodes what a sketch has besides strokes.
 *
 * @throws AppError as {@link obtainLight}.
 */
export async function openPictures(
  app: Pick<App, 'server' | 'storage'>,
  hashes: readonly ContentHash[],
): Promise<OpenPictures> {
  const found = new Map<ContentHash, ImageBitmap>();
  for (const hash of hashes) {
    const file = await obtainLight(app, hash);
    const picture = file === null ? null : await createImageBitmap(file).catch(() => null);
    if (picture !== null) found.set(hash, picture);
  }
  return {
    found,
    lack: found.size < hashes.length ? new AppError({ code: 'light-map-gone' }) : null,
    close() {
      for (const picture of found.values()) picture.close();
    },
  };
}
