import { cutImage } from './cut-image.ts';
import { isPlain } from './is-plain.ts';
import { inspectImage } from './open-image.ts';
import type { PreparedFile } from './pictures.ts';
import { preparePicture } from './prepare-picture.ts';

/** See `Pictures.prepareTexture`. */
export async function prepareTexture(given: Uint8Array, name: string): Promise<PreparedFile> {
  const bytes = cutImage(given);
  const info = await inspectImage(bytes, name);
  if (await isPlain(bytes)) return { bytes, kind: info };
  const { image, widthPx, heightPx } = await preparePicture(bytes, name);
  return { bytes: image, kind: { contentType: 'image/webp', widthPx, heightPx } };
}
