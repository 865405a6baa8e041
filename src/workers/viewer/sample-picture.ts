import type { Gradient } from '../../contract/scene/gradient.ts';
import { colourGradient, placeOnGradient } from '../../contract/scene/gradient.ts';
import { decodeSrgb } from '../../tracer/parse-colour.ts';
import type { LinearPicture } from '../../tracer/picture.ts';
import { soften } from '../../tracer/post/build-plate.ts';

/** Linear value of each of the 256 bytes. */
const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => decodeSrgb(byte / 255));

/** A small picture of a larger one that covers it, centred. @param bitmap Without transparency. */
export function sampleBitmap(bitmap: ImageBitmap, widthPx: number, heightPx: number): LinearPicture {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  const rgb = new Float32Array(widthPx * heightPx * 3);
  if (context === null) return { widthPx, heightPx, rgb };
  const scale = Math.max(widthPx / bitmap.width, heightPx / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, (widthPx - width) / 2, (heightPx - height) / 2, width, height);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  for (let at = 0; at < widthPx * heightPx; at++) {
    for (let k = 0; k < 3; k++) rgb[at * 3 + k] = LINEAR[data[at * 4 + k] ?? 0] ?? 0;
  }
  return { widthPx, heightPx, rgb };
}

/** The same as Studio softens it. @param fidelity 0 to 1. */
export function sampleSoftly(
  bitmap: ImageBitmap,
  widthPx: number,
  heightPx: number,
  fidelity: number,
): LinearPicture {
  return soften({ ...sampleBitmap(bitmap, widthPx, heightPx), exact: null }, fidelity);
}

export function sampleGradient(gradient: Gradient, widthPx: number, heightPx: number): LinearPicture {
  const place = placeOnGradient(gradient, widthPx / heightPx);
  const colour = colourGradient(gradient.stops);
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const shown = colour(place((x + 0.5) / widthPx, (y + 0.5) / heightPx));
      const at = (y * widthPx + x) * 3;
      for (const k of [0, 1, 2] as const) rgb[at + k] = decodeSrgb(shown[k] / 255);
    }
  }
  return { widthPx, heightPx, rgb };
}
