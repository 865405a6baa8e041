import type { FoundLight } from '../../../../contract/http/renders.ts';
import type { SeparateLayers } from '../../../../tracer/layers/separate-layers.ts';
import { luminance } from '../../../../tracer/picture.ts';
import { createSrgbTables } from '../../../../tracer/post/srgb-tables.ts';

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
  /** What the floor mirrors of the product: RGBA, sRGB of premultiplied light, alpha its share of the pixel. Null: nothing. */
  readonly reflection: Uint8Array | null;
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
  /** The same of what the floor mirrors of it. */
  readonly reflectionShare: number;
  /** How far it had slid, in its own pixels, before it was laid right; null where that cannot be told. */
  readonly shiftPx: number | null;
  /** It had slid so far that it was left where it was painted. */
  readonly hasSlid: boolean;
  /** The light that it was painted in; null where nobody asked. */
  readonly light: FoundLight | null;
}

/** What {@link readParts} makes of what the tracer tells. */
export type ByteParts = Pick<PlateParts, 'alpha' | 'shadow' | 'reflection'>;

/**
 * Brings the parts that the tracer tells to bytes. Nothing and all stay what they are; between them nothing becomes either.
 *
 * @param mirrored What the picture shows of the reflection, as `drawReflection` has it.
 */
export function readParts({ product, shadow }: SeparateLayers, mirrored: Float32Array): ByteParts {
  const pixels = product.length / 4;
  const alpha = new Uint8Array(pixels);
  const kept = new Uint8Array(pixels);
  const reflection = new Uint8Array(pixels * 4);
  const { encode } = createSrgbTables();
  for (let i = 0; i < pixels; i++) {
    alpha[i] = byteOf(product[i * 4 + 3] ?? 0);
    const light = luminance(shadow[i * 3] ?? 1, shadow[i * 3 + 1] ?? 1, shadow[i * 3 + 2] ?? 1);
    kept[i] = Math.min(255, Math.round(255 * Math.max(0, light)));
    const share = mirrored[i * 4 + 3] ?? 0;
    if (share <= 0) continue;
    for (let k = 0; k < 3; k++) reflection[i * 4 + k] = Math.round(encode(mirrored[i * 4 + k] ?? 0));
    reflection[i * 4 + 3] = byteOf(share);
  }
  const mirrors = reflection.some((byte) => byte > 0);
  return { alpha, shadow: kept, reflection: mirrors ? reflection : null };
}

function byteOf(share: number): number {
  return share <= 0 ? 0 : share >= 1 ? 255 : Math.min(254, Math.ceil(share * 255));
}
