import type { FileKind } from '../storage/store-file.ts';
import { inspectImage, openImage } from './open-image.ts';
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
  const { exif, xmp, iptc, orientation = 1, comments } = await openImage(bytes).metadata();
  const isPlain = !exif && !xmp && !iptc && !comments?.length && orientation === 1;
  if (isPlain) return { bytes, kind: info };
  const { image, widthPx, heightPx } = await preparePicture(bytes, name);
  return { bytes: image, kind: { contentType: 'image/webp', widthPx, heightPx } };
}
