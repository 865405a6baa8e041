/** SDXL was taught at about this many pixels; far from it, it draws things twice or leaves them coarse. */
export const GRAPH_PIXELS = 1024 * 1024;
const STEP_PX = 64;
const MOST_OFF = 1.25;

/**
 * Size a graph works at: multiples of 64, about as many pixels as wanted, as near to the order's ratio as they come. What is left
 * of a difference is stretched, within 3 % for pictures up to 2 : 1.
 */
export function chooseGraphSize(
  widthPx: number,
  heightPx: number,
  pixels = GRAPH_PIXELS,
): { widthPx: number; heightPx: number } {
  const ratio = widthPx / heightPx;
  const side = Math.max(1, Math.round(Math.sqrt(pixels) / STEP_PX)) * STEP_PX;
  let best = { widthPx: side, heightPx: side };
  let least = Number.POSITIVE_INFINITY;
  for (let width = STEP_PX; width <= 16 * 1024; width += STEP_PX) {
    const height = Math.max(1, Math.round(width / ratio / STEP_PX)) * STEP_PX;
    const area = (width * height) / pixels;
    if (area > MOST_OFF || area < 1 / MOST_OFF) continue;
    const stretch = Math.abs(Math.log(width / height / ratio));
    const off = stretch + 0.1 * Math.abs(Math.log(area));
    if (off >= least) continue;
    least = off;
    best = { widthPx: width, heightPx: height };
  }
  return best;
}
