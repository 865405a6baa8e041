import type { FileKind } from '../storage/store-file.ts';
import { isPlain } from './is-plain.ts';
import { inspectImage } from './open-image.ts';
import { preparePicture } from './prepare-picture.ts';

/**
 * Checks a picture that a person lays on a part. Its bytes stay as the device knows them, by their hash, unless they
 * carry what a camera or a program wrote beside the pixels: then the picture is written anew.
 *
 * @param name For the failures only.
 * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
 */
export async function prepareTexture(
  bytes: Uint8Array,
  name: string,
): Promise<{ bytes: Uint8Array; kind: FileKind }> {
  const info = await inspectImage(bytes, name);
  if (await isPlain(bytes)) return { bytes, kind: info };
  const { image, widthPx, heightPx } = await preparePicture(bytes, name);
  return { bytes: image, kind: { contentType: 'image/webp', widthPx, heightPx } };
}
