import type { MaskSpec } from '../../../contract/render-spec.ts';

/** Bytes of one channel or of red, green and blue, row 0 at the top. */
export interface Raster {
  readonly pixels: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The product and what is around it, all at one scale. */
export interface Frame {
  /** What the product covers, one channel. */
  readonly cover: Raster;
  readonly snapshot: Raster;
  readonly picture: Raster;
  /** Of these pixels, one of the order's. */
  readonly scale: number;
  /** Longest side of the product. */
  readonly extentPx: number;
  /** What of a mask is within {@link cover}; 255 is inside. */
  readMask(mask: MaskSpec): Promise<Raster>;
}
