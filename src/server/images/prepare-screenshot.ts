import { FEEDBACK } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { checkImage, openImage } from './open-image.ts';
import type { PreparedFile } from './pictures.ts';

/** Above what the page sends, so that writing it anew costs nothing that can be seen. */
const QUALITY = 90;

/** See `Pictures.prepareScreenshot`. */
export async function prepareScreenshot(bytes: Uint8Array, name: string): Promise<PreparedFile> {
  const { contentType, widthPx, heightPx } = await checkImage(bytes, name);
  if (contentType !== 'image/jpeg') {
    throw new AppError({ code: 'file-format-unsupported', extension: contentType.replace('image/', '') });
  }
  const maxPx = FEEDBACK.screenshotMaxPx;
  if (Math.max(widthPx, heightPx) > maxPx) {
    throw new AppError({ code: 'image-too-large', name, widthPx, heightPx, maxPixels: maxPx ** 2 });
  }
  try {
    const written = await openImage(bytes)
      .timeout({ seconds: 20 })
      .autoOrient()
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = written.info;
    return { bytes: written.data, kind: { contentType: 'image/jpeg', widthPx: width, heightPx: height } };
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}
