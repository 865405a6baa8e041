import { HEAD_BYTES, identifyImage } from './identify-image.ts';

/**
 * Draws a picture so that its longer side is `maxPx` at most; never larger than it is. KTX2 is unpacked.
 *
 * @param options How it is decoded.
 */
export async function drawSmall(
  image: Blob,
  maxPx: number,
  options: ImageBitmapOptions = {},
): Promise<{ readonly canvas: OffscreenCanvas; readonly context: OffscreenCanvasRenderingContext2D }> {
  const head = new Uint8Array(await image.slice(0, HEAD_BYTES).arrayBuffer());
  const whole = await createImageBitmap(
    identifyImage(head, '') === 'ktx2'
      ? await (await import('../pack/unpack-ktx2.ts')).unpackKtx2(image, maxPx)
      : image,
    options,
  );
  const scale = Math.min(1, maxPx / Math.max(whole.width, whole.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(whole.width * scale)),
    Math.max(1, Math.round(whole.height * scale)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No canvas to draw on');
  context.imageSmoothingQuality = 'medium';
  context.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  return { canvas, context };
}
