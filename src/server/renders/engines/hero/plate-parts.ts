import type { FoundLight } from '../../../../contract/http/renders.ts';
import type { SeparateLayers } from '../../../../tracer/layers/separate-layers.ts';
import { luminance } from '../../../../tracer/picture.ts';

/** What is known of a picture before an AI engine paints around its product. All planes have one size, row 0 at the top. */
export interface PlateParts {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The product on the order's background, with shadow and reflection: RGBA, sRGB, 8 bits, opaque. */
  readonly plate: Uint8Array;
  /** How much of a pixel the product covers: 0 where nothing of it is, 255 where it is all. */
  readonly alpha: Uint8Array;
  /** How much light the floor keeps beside the product, 255 for all or more; not known under it: 255. */
  readonly shadow: Uint8Array;
  /** Where the floor is, and the box around the product (least x, y, z, then greatest), in the stage frame. */
  readonly floorY: number;
  readonly bounds: readonly number[];
}

/** What was painted around a product, ready to be laid under it. */
export interface SettledSurroundings {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, sRGB, 8 bits, opaque, row 0 at the top. */
  readonly rgba: Uint8Array;
  /** How much of the product's shadow is painted in it already, 0 to 1. */
  readonly shadowShare: number;
  /** How far it had slid, in its own pixels, before it was laid right; null where that cannot be told. */
  readonly shiftPx: number | null;
  /** It had slid so far that it was left where it was painted. */
  readonly hasSlid: boolean;
  /** The light that it was painted in; null where nobody asked. */
  readonly light: FoundLight | null;
}

/** Brings the parts that the tracer tells to bytes. Nothing and all stay what they are; between them nothing becomes either. */
export function readParts({ product, shadow }: SeparateLayers): Pick<PlateParts, 'alpha' | 'shadow'> {
  const pixels = product.length / 4;
  const alpha = new Uint8Array(pixels);
  const kept = new Uint8Array(pixels);
  for (let i = 0; i < pixels; i++) {
    const cover = product[i * 4 + 3] ?? 0;
    alpha[i] = cover <= 0 ? 0 : cover >= 1 ? 255 : Math.min(254, Math.ceil(cover * 255));
    const light = luminance(shadow[i * 3] ?? 1, shadow[i * 3 + 1] ?? 1, shadow[i * 3 + 2] ?? 1);
    kept[i] = Math.min(255, Math.round(255 * Math.max(0, light)));
  }
  return { alpha, shadow: kept };
}
