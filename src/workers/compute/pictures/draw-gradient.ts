import type { Gradient } from '../../../contract/scene/gradient.ts';
import { colourGradient, placeOnGradient } from '../../../contract/scene/gradient.ts';
import { encodeWebp } from './encode-webp.ts';

/** A gradient as a picture, see `ComputeApi.drawGradient`. */
export async function drawGradient(gradient: Gradient, widthPx: number, heightPx: number): Promise<Blob> {
  return encodeWebp(paintGradient(gradient, widthPx, heightPx).buffer, widthPx, heightPx, 1);
}

/** RGBA, row 0 at the top. Half a step of noise, the same for all channels, hides the bands that 8 bits have. */
function paintGradient(
  gradient: Gradient,
  widthPx: number,
  heightPx: number,
): Uint8ClampedArray<ArrayBuffer> {
  const place = placeOnGradient(gradient, widthPx / heightPx);
  const colour = colourGradient(gradient.stops);
  // A clamped array rounds.
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [red, green, blue] = colour(place((x + 0.5) / widthPx, (y + 0.5) / heightPx));
      const noise = grain(x, y);
      const at = (y * widthPx + x) * 4;
      pixels[at] = red + noise;
      pixels[at + 1] = green + noise;
      pixels[at + 2] = blue + noise;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}

/**
 * -0.5 to 0.5, spread so evenly that neighbours average out: Jorge Jimenez, "Next Generation Post Processing in Call of
 * Duty: Advanced Warfare" (SIGGRAPH 2014). No random numbers, so that one gradient is one file.
 */
function grain(x: number, y: number): number {
  const inner = (0.06711056 * x + 0.00583715 * y) % 1;
  return ((52.9829189 * inner) % 1) - 0.5;
}
