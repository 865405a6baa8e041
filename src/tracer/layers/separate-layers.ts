import type { Accumulation } from '../accumulation.ts';
import type { PictureLayers } from '../post/denoise.ts';

/** A picture taken apart: `product + reflection + plate * (1 - product.a - reflection.a) * shadow`. */
export interface SeparateLayers {
  /** rgba, premultiplied scene radiance. */
  readonly product: Float32Array;
  /** rgba as `product`: what the floor mirrors. */
  readonly reflection: Float32Array;
  /** rgb, what the plate is multiplied by; 1 where nothing stands in its light. Not known where the product is opaque: 1. */
  readonly shadow: Float32Array;
  /** 1 where `shadow` is seen. */
  readonly isShadowSeen: Uint8Array;
}

/** Shares of the plate that are smaller tell nothing about its shadow. */
const LEAST_SHARE = 1 / 1024;

/**
 * Takes the denoised object layer apart into product and reflection, pixel by pixel in the proportion of their sums, so
 * that both together are what the picture shows.
 *
 * @param sums With a plane of the reflection. @param drawn What a share of floor light makes of the plate.
 */
export function separateLayers(
  layers: PictureLayers,
  sums: Accumulation,
  drawn: (light: number) => number,
): SeparateLayers {
  const count = layers.widthPx * layers.heightPx;
  const product = new Float32Array(count * 4);
  const reflection = new Float32Array(count * 4);
  const shadow = new Float32Array(count * 3).fill(1);
  const isShadowSeen = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const cover = layers.coverage[i] ?? 0;
    if (cover > 0) {
      // Where no sample of the pixel met the product, neither sharply nor in the floor, its neighbours' reflection came in.
      const mirroredShare = shareOf(sums, i, 3, 1);
      const mirrored = cover * mirroredShare;
      product[i * 4 + 3] = cover - mirrored;
      reflection[i * 4 + 3] = mirrored;
      for (let k = 0; k < 3; k++) {
        const light = Math.max(0, layers.object[i * 3 + k] ?? 0) * cover;
        const share = shareOf(sums, i, k, mirroredShare);
        product[i * 4 + k] = light * (1 - share);
        reflection[i * 4 + k] = light * share;
      }
    }
    const rest = 1 - cover;
    if (rest < LEAST_SHARE) continue;
    isShadowSeen[i] = 1;
    const ground = Math.min(layers.floorCoverage[i] ?? 0, rest);
    for (let k = 0; k < 3; k++)
      shadow[i * 3 + k] = (drawn(layers.floor[i * 3 + k] ?? 1) * ground + rest - ground) / rest;
  }
  return { product, reflection, shadow, isShadowSeen };
}

/** Share of the reflection in a channel of the object's sum; `otherwise` where there is no light to share. */
function shareOf({ object, reflection }: Accumulation, pixel: number, k: number, otherwise: number): number {
  const all = object[pixel * 4 + k] ?? 0;
  return all > 0 ? Math.min(1, (reflection?.[pixel * 4 + k] ?? 0) / all) : otherwise;
}
