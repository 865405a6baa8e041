import type { Canvas } from './parts.ts';

/** SDXL was taught at about this many pixels; far from it, it draws things twice or leaves them coarse. */
export const GRAPH_PIXELS = 1024 * 1024;
/** Of SDXL. CLIP vision sees squares at 224 px. */
export const CHECKPOINT_CANVAS: Canvas = { stepPx: 64, squarePx: 512 };
/** Of models with references: Qwen's own rule for sides, and squares of half a megapixel. */
export const EDIT_CANVAS: Canvas = { stepPx: 32, squarePx: 768 };

/** How far the number of pixels may be off, up or down: edit models slide what they see outside of 0.9 to 1.1 megapixels. */
const MOST_OFF = { 64: 1.25, 32: 1.1 } as const;

/**
 * Size a graph works at: multiples of a step, about as many pixels as wanted, as near to the order's ratio as they come. What is left
 * of a difference is stretched, within 3 % for pictures up to 2 : 1.
 */
export function chooseGraphSize(
  widthPx: number,
  heightPx: number,
  pixels = GRAPH_PIXELS,
  stepPx: Canvas['stepPx'] = 64,
): { widthPx: number; heightPx: number } {
  const ratio = widthPx / heightPx;
  const mostOff = MOST_OFF[stepPx];
  const side = Math.max(1, Math.round(Math.sqrt(pixels) / stepPx)) * stepPx;
  let best = { widthPx: side, heightPx: side };
  let least = Number.POSITIVE_INFINITY;
  for (let width = stepPx; width <= 16 * 1024; width += stepPx) {
    const height = Math.max(1, Math.round(width / ratio / stepPx)) * stepPx;
    const area = (width * height) / pixels;
    if (area > mostOff || area < 1 / mostOff) continue;
    const stretch = Math.abs(Math.log(width / height / ratio));
    const off = stretch + 0.1 * Math.abs(Math.log(area));
    if (off >= least) continue;
    least = off;
    best = { widthPx: width, heightPx: height };
  }
  return best;
}
