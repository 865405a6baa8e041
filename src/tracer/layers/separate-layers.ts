import type { Accumulation } from '../accumulation.ts';
import { type CompositeOptions, readProduct } from '../post/composite-picture.ts';
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

/** What the floor mirrors as a picture shows it: rgba, display-linear, premultiplied. */
export function drawReflection({ reflection }: SeparateLayers, look: CompositeOptions): Float32Array {
  const drawn = new Float32Array(reflection.length);
  const object = new Float32Array((reflection.length / 4) * 3);
  const rgb: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < reflection.length / 4; i++) {
    const cover = reflection[i * 4 + 3] ?? 0;
    if (cover <= 0) continue;
    for (let k = 0; k < 3; k++) object[i * 3 + k] = (reflection[i * 4 + k] ?? 0) / cover;
    readProduct({ object }, look, i, rgb);
    look.toneMap(rgb);
    for (const k of [0, 1, 2] as const) drawn[i * 4 + k] = rgb[k] * cover;
    drawn[i * 4 + 3] = cover;
  }
  return drawn;
}

/**
 * Takes as much of the floor's reflection out of layers as a plate shows of it already, so that over that plate there is one
 * whole reflection: the rest of its light, and the rest of what it hides of the floor. Where the floor shows nothing but it, the
 * plate is not seen, and all stays; so does the product.
 *
 * @param sums With a plane of the reflection. @param share 0 to 1. @returns The layers themselves where it is 0.
 */
export function thinReflection(layers: PictureLayers, sums: Accumulation, share: number): PictureLayers {
  if (share === 0) return layers;
  const [object, coverage] = [layers.object.slice(), layers.coverage.slice()];
  const floorCoverage = layers.floorCoverage.slice();
  for (let i = 0; i < coverage.length; i++) {
    const cover = coverage[i] ?? 0;
    const mirroredShare = cover > 0 ? shareOf(sums, i, 3, 1) : 0;
    const mirrored = cover * mirroredShare;
    const ground = 1 - cover + mirrored;
    if (mirrored <= 0 || mirrored >= ground) continue;
    // (1 - a') (1 - share a) = 1 - a, of what the floor shows.
    const kept = (1 - share) / (1 - (share * mirrored) / ground);
    const left = cover - mirrored * (1 - kept);
    for (let k = 0; k < 3; k++) {
      const light = (object[i * 3 + k] ?? 0) * cover;
      const own = light * (1 - shareOf(sums, i, k, mirroredShare) * (1 - kept));
      object[i * 3 + k] = left > 0 ? own / left : 0;
    }
    coverage[i] = left;
    floorCoverage[i] = (floorCoverage[i] ?? 0) + cover - left;
  }
  return { ...layers, object, coverage, floorCoverage };
}

/** Share of the reflection in a channel of the object's sum; `otherwise` where there is no light to share. */
function shareOf({ object, reflection }: Accumulation, pixel: number, k: number, otherwise: number): number {
  const all = object[pixel * 4 + k] ?? 0;
  return all > 0 ? Math.min(1, (reflection?.[pixel * 4 + k] ?? 0) / all) : otherwise;
}
