import type { LabelPicture } from '../../../contract/compute-values.ts';
import { LABEL_PICTURE_MAX_PX, MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { readFileImageSize } from '../../../tracer/gltf/read-image-size.ts';
import { bleedColours } from './bleed-colours.ts';
import { encodeWebp } from './encode-webp.ts';

/** A photograph without loss is larger than this, and than anybody sees. */
const LOSSLESS_MAX_BYTES = 6 * 1024 ** 2;
const PHOTO_QUALITY = 0.95;

/** See `ComputeApi.makeLabelPicture`. */
export async function makeLabelPicture(source: Blob | ImageBitmap, name: string): Promise<LabelPicture> {
  const bitmap = source instanceof Blob ? await decode(source, name) : source;
  const scale = Math.min(1, LABEL_PICTURE_MAX_PX / Math.max(bitmap.width, bitmap.height));
  const widthPx = Math.max(1, Math.round(bitmap.width * scale));
  const heightPx = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, widthPx, heightPx);
  bitmap.close();
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  bleedColours(data, widthPx, heightPx);
  const whole = await encodeWebp(data.buffer, widthPx, heightPx, 1);
  const image =
    whole.size <= LOSSLESS_MAX_BYTES
      ? whole
      : await encodeWebp(data.buffer, widthPx, heightPx, PHOTO_QUALITY);
  return { image, widthPx, heightPx };
}

async function decode(file: Blob, name: string): Promise<ImageBitmap> {
  const size = await readFileImageSize(file);
  if (size === null) throw new AppError({ code: 'image-unreadable', name });
  const { widthPx, heightPx } = size;
  if (widthPx * heightPx > MAX_IMAGE_PIXELS) {
    throw new AppError({ code: 'image-too-large', name, widthPx, heightPx, maxPixels: MAX_IMAGE_PIXELS });
  }
  try {
    return await createImageBitmap(file);
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
