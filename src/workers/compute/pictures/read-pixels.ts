import { MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import { readFileImageSize } from '../../../tracer/gltf/read-image-size.ts';
import { convertImage, drawPixels, type Pixels } from './convert-image.ts';

/** Decodes a picture of any format that can be opened; null for what cannot be, or is too large. */
export async function readPixels(picture: Blob, name: string): Promise<Pixels | null> {
  const { image, mimeType } = await convertImage(picture, name);
  const size = await readFileImageSize(image);
  if (mimeType === null || size === null || size.widthPx * size.heightPx > MAX_IMAGE_PIXELS) return null;
  return drawPixels(image, mimeType).catch(() => null);
}
