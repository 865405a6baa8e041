import type { MapReading } from '../../../contract/compute-values.ts';
import {
  LIBRARY_IMAGE_MAX_PX,
  MAX_IMAGE_PIXELS,
  WEBP_MAP_QUALITY,
  WEBP_PHOTO_QUALITY,
} from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { readMap } from '../../../contract/files/read-map.ts';
import { readFileImageSize } from '../../../tracer/gltf/read-image-size.ts';
import { drawSmall } from './draw-small.ts';
import { encodeWebp } from './encode-webp.ts';

/** Of a WebP: what it holds besides pixels. */
const HEAD_BYTES = 32;

/**
 * Makes a WebP of a picture for the libraries, no larger than they keep it.
 *
 * @param reading Makes a map of it, see `ComputeApi.encodeUpload`.
 * @returns Upright, sRGB, with its alpha. A WebP of pixels alone stays as it is: a second loss would help
 *   nobody.
 * @throws AppError `image-unreadable`, also where no WebP can be made; `image-too-large`.
 */
export async function encodeUpload(file: Blob, reading?: MapReading): Promise<Blob> {
  const name = file instanceof File ? file.name : '';
  const size = await readFileImageSize(file);
  if (size === null) throw new AppError({ code: 'image-unreadable', name });
  const { widthPx, heightPx, format } = size;
  if (widthPx * heightPx > MAX_IMAGE_PIXELS) {
    throw new AppError({ code: 'image-too-large', name, widthPx, heightPx, maxPixels: MAX_IMAGE_PIXELS });
  }
  try {
    const isWhole = reading === undefined || reading === 'asIs';
    if (format === 'webp' && isWhole && !(await hasMoreThanPixels(file))) {
      (await createImageBitmap(file)).close();
      return file;
    }
    const image = await (reading === undefined ? encode(file) : encodeMap(file, reading));
    if (image.type === 'image/webp') return image;
  } catch (error) {
    throw new AppError({ code: 'image-unreadable', name }, { cause: error });
  }
  throw new AppError({ code: 'image-unreadable', name });
}

async function encode(file: Blob): Promise<Blob> {
  const { canvas, context } = await drawSmall(file, LIBRARY_IMAGE_MAX_PX);
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return encodeWebp(data.buffer, width, height, WEBP_PHOTO_QUALITY);
}

async function encodeMap(file: Blob, reading: MapReading): Promise<Blob> {
  const { canvas, context } = await drawSmall(file, LIBRARY_IMAGE_MAX_PX, { colorSpaceConversion: 'none' });
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  readMap(data, reading);
  return encodeWebp(data.buffer, width, height, WEBP_MAP_QUALITY);
}

/** Whether a WebP moves or carries notes of a camera or a program (VP8X chunk: animation, XMP, Exif). */
async function hasMoreThanPixels(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return String.fromCharCode(...head.subarray(12, 16)) === 'VP8X' && ((head[20] ?? 0) & 0b1110) !== 0;
}
