import type { LinearPicture } from '../picture.ts';

/**
 * Gaussian-like blur: three box blurs along each axis, edges repeated.
 *
 * @param radiusPx Standard deviation in pixels; below 0.5 nothing happens. The picture is not changed.
 */
export function blurPicture(picture: LinearPicture, radiusPx: number): LinearPicture {
  // Three boxes of half width h have variance h (h + 1); solved for the wanted one.
  const half = Math.round((Math.sqrt(1 + 4 * radiusPx * radiusPx) - 1) / 2);
  const rgb = picture.rgb.slice();
  if (half < 1) return { ...picture, rgb };
  const { widthPx, heightPx } = picture;
  const spare = new Float32Array(rgb.length);
  for (let pass = 0; pass < 3; pass++) {
    boxBlur(rgb, spare, heightPx, widthPx, widthPx * 3, 3, half);
    boxBlur(spare, rgb, widthPx, heightPx, 3, widthPx * 3, half);
  }
  return { widthPx, heightPx, rgb };
}

/** One running-mean pass over `lines` lines of `length` pixels. */
function boxBlur(
  from: Float32Array,
  to: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  pixelStep: number,
  half: number,
): void {
  const size = 2 * half + 1;
  for (let line = 0; line < lines; line++) {
    for (let k = 0; k < 3; k++) {
      const start = line * lineStep + k;
      const at = (i: number) => from[start + Math.min(length - 1, Math.max(0, i)) * pixelStep] ?? 0;
      let sum = 0;
      for (let i = -half; i <= half; i++) sum += at(i);
      for (let i = 0; i < length; i++) {
        to[start + i * pixelStep] = sum / size;
        sum += at(i + half + 1) - at(i - half);
      }
    }
  }
}
