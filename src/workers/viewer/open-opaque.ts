import { decodeSrgb, encodeSrgb } from '../../tracer/parse-colour.ts';

/** Side of the look that tells whether a picture has any transparency: only such a one is gone through. */
const LOOK_PX = 64;

/**
 * Decodes a picture whose transparent pixels lie on white, in linear light, as in Studio's plate; its values stay as the file has
 * them. The caller closes it.
 *
 * @throws What the browser throws for a file that it cannot read.
 */
export async function openOpaque(image: Blob): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(image, { colorSpaceConversion: 'none' });
  if (readPixels(bitmap, LOOK_PX, LOOK_PX)?.pixels.data.every(isOpaque) !== false) return bitmap;
  const whole = readPixels(bitmap, bitmap.width, bitmap.height);
  if (whole === null) return bitmap;
  bitmap.close();
  const { context, pixels } = whole;
  layOnWhite(pixels.data);
  context.putImageData(pixels, 0, 0);
  return context.canvas.transferToImageBitmap();
}

function readPixels(bitmap: ImageBitmap, width: number, height: number) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return { context, pixels: context.getImageData(0, 0, width, height) };
}

function isOpaque(value: number, at: number): boolean {
  return at % 4 !== 3 || value === 255;
}

/** @param rgba Changed in place. */
function layOnWhite(rgba: Uint8ClampedArray): void {
  const linear = Float32Array.from({ length: 256 }, (_, byte) => decodeSrgb(byte / 255));
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = (rgba[at + 3] ?? 0) / 255;
    if (alpha === 1) continue;
    for (let k = 0; k < 3; k++) {
      const light = (linear[rgba[at + k] ?? 0] ?? 0) * alpha + 1 - alpha;
      rgba[at + k] = Math.round(255 * encodeSrgb(light));
    }
    rgba[at + 3] = 255;
  }
}
