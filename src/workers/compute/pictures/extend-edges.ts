import type { Placement } from './place-picture.ts';

/** Depth of the strip that is drawn out, of a picture's shorter side, and how many colours it keeps along the edge. */
const STRIP = 1 / 64;
const COLOURS = 16;

/**
 * Fills what a picture leaves free of its frame with the colours of its edges, drawn out and smoothed along them: a plain
 * or shaded background goes on without a seam. Does nothing where the picture covers the frame.
 */
export function extendEdges(
  context: OffscreenCanvasRenderingContext2D,
  source: OffscreenCanvas,
  { widthPx, heightPx, x, y, scale }: Placement,
): void {
  const { width, height } = source;
  const [right, bottom] = [x + width * scale, y + height * scale];
  const depth = Math.max(1, Math.round(Math.min(width, height) * STRIP));
  const spare = new OffscreenCanvas(1, 1).getContext('2d');
  if (spare === null) throw new Error('no 2D canvas');
  const draw = (from: readonly number[], columns: number, rows: number, to: readonly number[]): void => {
    const [sx = 0, sy = 0, sw = 0, sh = 0] = from;
    const [dx = 0, dy = 0, dw = 0, dh = 0] = to;
    spare.canvas.width = columns;
    spare.canvas.height = rows;
    spare.imageSmoothingQuality = 'high';
    spare.drawImage(source, sx, sy, sw, sh, 0, 0, columns, rows);
    context.drawImage(spare.canvas, dx, dy, dw, dh);
  };
  if (y > 0) {
    draw([0, 0, width, depth], COLOURS, 1, [x, 0, right - x, y + 1]);
    draw([0, height - depth, width, depth], COLOURS, 1, [x, bottom - 1, right - x, heightPx - bottom + 1]);
  }
  if (x > 0) {
    draw([0, 0, depth, height], 1, COLOURS, [0, y, x + 1, bottom - y]);
    draw([width - depth, 0, depth, height], 1, COLOURS, [right - 1, y, widthPx - right + 1, bottom - y]);
  }
}
