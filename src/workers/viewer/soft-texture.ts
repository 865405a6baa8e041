import { DataTexture, LinearFilter, NoColorSpace, type Texture } from 'three';
import { encodeSrgb } from '../../tracer/parse-colour.ts';
import { sampleSoftly } from './sample-picture.ts';

/** Longest side: what is blurred has no more detail. */
const SIDE_PX = 256;

/**
 * A picture that a low fidelity blurs, cut to a ratio, as display values; the first row is its upper edge.
 *
 * @param aspect Width by height.
 */
export function openSoftTexture(bitmap: ImageBitmap, aspect: number, fidelity: number): Texture {
  const widthPx = Math.max(1, Math.round(SIDE_PX * Math.min(1, aspect)));
  const heightPx = Math.max(1, Math.round(SIDE_PX / Math.max(1, aspect)));
  const { rgb } = sampleSoftly(bitmap, widthPx, heightPx, fidelity);
  const bytes = new Uint8Array(widthPx * heightPx * 4).fill(255);
  for (let at = 0; at < widthPx * heightPx; at++)
    for (let k = 0; k < 3; k++) bytes[at * 4 + k] = Math.round(255 * encodeSrgb(rgb[at * 3 + k] ?? 0));
  const texture = new DataTexture(bytes, widthPx, heightPx);
  texture.colorSpace = NoColorSpace;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
