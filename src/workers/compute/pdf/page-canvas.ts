/** Luminosity as pdf.js and SVG have it, of the values as they stand. */
const [RED, GREEN, BLUE] = [0.3, 0.59, 0.11];

/** What a soft mask becomes before it is laid: its brightness as opacity, or its opacity by a table of 256. */
interface MaskFilter {
  readonly isLuminosity: boolean;
  readonly map: ArrayLike<number> | null;
}

/** Canvases of a worker, for pdf.js, which asks a page's elements for them. They know the filters of {@link PageFilters}. */
export class PageCanvases {
  create(width: number, height: number) {
    return createPageCanvas(width, height);
  }

  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number): void {
    Object.assign(canvas, { width, height });
  }

  destroy(made: { canvas: OffscreenCanvas | null; context: unknown }): void {
    if (made.canvas !== null) Object.assign(made.canvas, { width: 0, height: 0 });
    Object.assign(made, { canvas: null, context: null });
  }
}

/**
 * Filters of soft masks. pdf.js makes SVG filters of them, which a worker has not, and Safari's canvases do not take. Curves
 * for a printing press are left out.
 */
export class PageFilters {
  addFilter = (): 'none' => 'none';
  addHCMFilter = (): 'none' => 'none';
  addHighlightHCMFilter = (): 'none' => 'none';
  addAlphaFilter = (map: ArrayLike<number>): MaskFilter => ({ isLuminosity: false, map });
  addLuminosityFilter = (map: ArrayLike<number> | null): MaskFilter => ({ isLuminosity: true, map });
  destroy(): void {}
}

export function createPageCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No canvas to draw on');
  // A filter holds for the one picture that is drawn next: so pdf.js lays its masks.
  let next: MaskFilter | null = null;
  const draw = context.drawImage as (...args: unknown[]) => void;
  Object.defineProperty(context, 'filter', {
    get: () => 'none',
    set: (filter: MaskFilter | string) => {
      next = typeof filter === 'string' ? null : filter;
    },
  });
  Object.defineProperty(context, 'drawImage', {
    value: (picture: OffscreenCanvas, ...place: number[]): void => {
      const filter = next;
      next = null;
      draw.call(context, filter === null ? picture : filterMask(picture, filter), ...place);
    },
  });
  return { canvas, context };
}

function filterMask(mask: OffscreenCanvas, { isLuminosity, map }: MaskFilter): OffscreenCanvas {
  const { width, height } = mask;
  const pixels = mask.getContext('2d')?.getImageData(0, 0, width, height);
  const filtered = new OffscreenCanvas(width, height);
  if (pixels === undefined) return filtered;
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    const grey =
      RED * (data[at] as number) + GREEN * (data[at + 1] as number) + BLUE * (data[at + 2] as number);
    const value = isLuminosity ? (grey * alpha) / 255 : alpha;
    data[at + 3] = map === null ? value : (map[Math.round(value)] ?? value);
  }
  filtered.getContext('2d')?.putImageData(pixels, 0, 0);
  return filtered;
}
