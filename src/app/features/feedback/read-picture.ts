import { FEEDBACK, WEBP_PHOTO_QUALITY } from '../../../contract/constants.ts';
import { encodePicture } from './encode-picture.ts';

/**
 * What an element shows, no larger than the screenshot has room for it; null for what cannot be read: the place stays
 * empty.
 */
export async function readPicture(original: HTMLImageElement | HTMLCanvasElement): Promise<Blob | null> {
  const isImage = original instanceof HTMLImageElement;
  const width = isImage ? original.naturalWidth : original.width;
  const height = isImage ? original.naturalHeight : original.height;
  if (width === 0 || height === 0) return null;
  const shown = Math.max(original.clientWidth / width, original.clientHeight / height);
  const scale = Math.min(1, shown) * FEEDBACK.screenshotScale;
  try {
    return await encodePicture(isImage ? await (await fetch(original.currentSrc)).blob() : original, {
      widthPx: Math.max(1, Math.round(width * scale)),
      heightPx: Math.max(1, Math.round(height * scale)),
      type: 'image/webp',
      quality: WEBP_PHOTO_QUALITY,
    });
  } catch {
    return null;
  }
}
