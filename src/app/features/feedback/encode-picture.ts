export interface PictureFormat {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly type: 'image/jpeg' | 'image/webp';
  /** 0 to 1. */
  readonly quality: number;
}

/**
 * A file of something that has pixels. Encoding, and decoding of all but an image, are done beside the page.
 *
 * @throws DOMException `SecurityError` for what the browser lets nobody read.
 */
export async function encodePicture(
  source: HTMLImageElement | HTMLCanvasElement | Blob | ImageData,
  { widthPx, heightPx, type, quality }: PictureFormat,
): Promise<Blob> {
  const size = { resizeWidth: widthPx, resizeHeight: heightPx, resizeQuality: 'high' } as const;
  // Chromium lets nobody read a bitmap of markup, but a canvas on which the same image was drawn.
  const drawn = source instanceof HTMLImageElement ? source : await createImageBitmap(source, size);
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(drawn, 0, 0, widthPx, heightPx);
  return canvas.convertToBlob({ type, quality });
}
