import type { ContentHash } from '../../../contract/ids.ts';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import type { App } from '../../core/app.ts';

/** A gradient as the picture that engines get. */
export interface KeptGradient {
  readonly hash: ContentHash;
  readonly name: string;
}

/**
 * Paints a gradient in a size of `captureSize` and keeps the picture on this device. The same gradient and size are the
 * same file.
 *
 * @throws AppError `device-storage-full`, `worker-crashed`.
 */
export async function keepGradient(
  app: Pick<App, 'compute' | 'storage'>,
  gradient: Gradient,
  widthPx: number,
  heightPx: number,
): Promise<KeptGradient> {
  const picture = await app.compute().drawGradient(gradient, widthPx, heightPx);
  const hash = await app.compute().hashFile(picture);
  await app.storage.put(hash, picture);
  return { hash, name: `gradient.${picture.type === 'image/png' ? 'png' : 'webp'}` };
}
