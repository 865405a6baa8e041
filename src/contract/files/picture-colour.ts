import { z } from 'zod';

/** Colour spaces that pictures leave in. */
export const PictureSpace = z.enum(['srgb', 'display-p3']);
export type PictureSpace = z.infer<typeof PictureSpace>;

/** Resolutions that a picture may say to be printed at; null says nothing. */
export const PRINT_DPI = [null, 72, 150, 300] as const;
export type PrintDpi = (typeof PRINT_DPI)[number];

/** What a picture says of itself. */
export interface PictureTags {
  readonly space: PictureSpace;
  /** Null says nothing. WebP has no place for it. */
  readonly dpi: PrintDpi;
}

const MM_PER_INCH = 25.4;

/** Millimetres that so many pixels are in print, to a tenth. */
export function printMm(lengthPx: number, dpi: number): number {
  return Math.round((lengthPx * MM_PER_INCH * 10) / dpi) / 10;
}
