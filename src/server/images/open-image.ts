import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { ImageInfo } from './pictures.ts';
import { sniffImage } from './sniff-image.ts';

// Everything libvips can read but these three is closed for the whole process: SVG, PDF and the ImageMagick loaders
// fetch files and run for minutes on hostile input.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/**
 * The only way into the image library, which only the processes that work on pictures load (`picture-process.ts`): JPEG, PNG and WebP from memory, up to {@link MAX_IMAGE_PIXELS}, nothing else.
 * A picture that breaks off is refused when its pixels are read.
 */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', pages: 1 });
}

/** Pixels we made ourselves: RGBA, 8 bits, row 0 at the top. */
export function openPixels(rgba: Uint8Array, widthPx: number, heightPx: number): Sharp {
  return sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } });
}

/** Opaque pixels we made ourselves: red, green and blue, 8 bits, row 0 at the top. */
export function openRgb(rgb: Uint8Array, widthPx: number, heightPx: number): Sharp {
  return sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

/** Grey pixels we made ourselves: one byte each, row 0 at the top. */
export function openGrey(pixels: Uint8Array, widthPx: number, heightPx: number): Sharp {
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 1 } });
}

/**
 * Looks at the first bytes of a file, without decoding it.
 *
 * @param name For the failures only.
 * @throws AppError `file-format-unsupported`, `image-too-large`, `image-unreadable`.
 */
export async function checkImage(bytes: Uint8Array, name: string): Promise<ImageInfo> {
  const kind = sniffImage(bytes);
  if (kind !== null && !isTaken(kind))
    throw new AppError({ code: 'file-format-unsupported', extension: kind });
  const unreadable = (cause?: unknown) => new AppError({ code: 'image-unreadable', name }, { cause });
  if (kind === null) throw unreadable();
  const head = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause);
    });
  const { width: widthPx, height: heightPx } = head;
  if (widthPx * heightPx > MAX_IMAGE_PIXELS) {
    throw new AppError({ code: 'image-too-large', name, widthPx, heightPx, maxPixels: MAX_IMAGE_PIXELS });
  }
  return { contentType: `image/${kind}`, widthPx, heightPx };
}

function isTaken(kind: string): kind is 'jpeg' | 'png' | 'webp' {
  return kind === 'jpeg' || kind === 'png' || kind === 'webp';
}

/** See `Pictures.inspectImage`. */
export async function inspectImage(bytes: Uint8Array, name: string): Promise<ImageInfo> {
  const info = await checkImage(bytes, name);
  try {
    await openImage(bytes).timeout({ seconds: 20 }).stats();
    return info;
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
