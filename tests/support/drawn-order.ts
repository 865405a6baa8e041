import sharp from 'sharp';
import type { ContentHash } from '../../src/contract/ids.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { hashOf, makeMask, makeRecipe } from './ai-recipe.ts';
import { drawCover, drawPicture, type Look, type Surface } from './drawn-products.ts';

/** An order of a drawn product, with its files. */
export interface DrawnOrder {
  readonly recipe: RenderSpec;
  readFile(hash: ContentHash): Promise<Uint8Array>;
}

/** Its snapshot, its alpha pass, and a mask of each of its two materials. */
export async function orderOf(surface: Surface, look: Look): Promise<DrawnOrder> {
  const { px } = surface;
  const files = new Map<ContentHash, Uint8Array>();
  const keep = async (pixels: Uint8Array, channels: 1 | 3) => {
    const png = await sharp(pixels, { raw: { width: px, height: px, channels } })
      .png()
      .toBuffer();
    files.set(hashOf(png), png);
    return hashOf(png);
  };
  const masks = [];
  for (const [k, name] of ['body', 'trim'].entries()) {
    const imageHash = await keep(drawCover(surface, k), 1);
    masks.push(makeMask(name, { imageHash, materialImageHash: null }));
  }
  const passes = {
    snapshot: await keep(drawPicture(surface, look), 3),
    alpha: await keep(drawCover(surface), 1),
    ...{ outline: null, depth: null, normal: null, lightmap: null },
  };
  return {
    recipe: makeRecipe({ masks, passes, style: null, widthPx: px, heightPx: px }),
    readFile: async (hash) => files.get(hash) ?? Promise.reject(new Error(`no file ${hash}`)),
  };
}

/** As an engine gives it. */
export function finished(
  rgb: Uint8Array,
  px: number,
): { rgba: Uint8Array; widthPx: number; heightPx: number } {
  const rgba = new Uint8Array(px * px * 4).fill(255);
  for (let at = 0; at < px * px; at++) rgba.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
  return { rgba, widthPx: px, heightPx: px };
}
