import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';

// Everything libvips can read but these three is closed for the whole process: SVG, PDF and the ImageMagick loaders
// fetch files and run for minutes on hostile input.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** What an image file turned out to be. */
export interface ImageInfo {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * The only way into the image library: JPEG, PNG and WebP from memory, up to 64 megapixels, nothing else.
 * A picture that breaks off is refused when its pixels are read.
 */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', pages: 1 });
}

/** Pixels we made ourselves: RGBA, 8 bits, row 0 at the top. */
export function openPixels(rgba: Uint8Array, widthPx: number, heightPx: number): Sharp {
  return sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } });
}

/** Grey pixels we made ourselves: one byte each, row 0 at the top. */
export function openGrey(pixels: Uint8Array, widthPx: number, heightPx: number): Sharp {
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } });
}

/**
 * Decodes the whole picture to be sure that it can be shown.
 *
 * @param name For the failure only.
 * @throws AppError `image-unreadable`.
 */
export async function inspectImage(bytes: Uint8Array, name: string): Promise<ImageInfo> {
  try {
    const { format, width, height } = await openImage(bytes).metadata();
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') throw new Error(`format ${format}`);
    await openImage(bytes).timeout({ seconds: 20 }).stats();
    return { contentType: `image/${format}`, widthPx: width, heightPx: height };
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
