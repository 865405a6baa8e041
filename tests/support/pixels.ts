/** RGBA or RGB rows, row 0 at the top. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly widthPx: number;
  /** Red, green and blue. */
  at(x: number, y: number): [number, number, number];
}

export function pixelsOf(data: Uint8Array, widthPx: number, channels = 4): Pixels {
  return {
    data,
    widthPx,
    at(x, y) {
      const start = (Math.round(y) * widthPx + Math.round(x)) * channels;
      return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
    },
  };
}
