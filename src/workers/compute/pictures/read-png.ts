import { MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import { readImageSize } from '../../../tracer/gltf/read-image-size.ts';
import type { Pixels } from './convert-image.ts';

/**
 * A PNG by a codec of its own: browsers multiply colours by alpha somewhere on the way, and what is kept in both is lost.
 *
 * @throws Error for anything else, and above 64 megapixels.
 */
export async function readPng(file: Blob): Promise<Pixels> {
  const bytes = await file.arrayBuffer();
  const size = readImageSize(new Uint8Array(bytes));
  if (size?.format !== 'png' || size.widthPx * size.heightPx > MAX_IMAGE_PIXELS) throw new Error('no PNG');
  const { default: decode } = await import('@jsquash/png/decode.js');
  const { width, height, data } = await decode(bytes);
  return { widthPx: width, heightPx: height, rgba: data as Pixels['rgba'] };
}
