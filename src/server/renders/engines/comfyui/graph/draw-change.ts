import type { Regions } from './find-regions.ts';
import { inBands } from './in-bands.ts';
import type { ChangePlan } from './plan-change.ts';
import { blurGrey, type Grey, growGrey, type Size } from './rasters.ts';

/** The product's edge may change this far into the background: a contact shadow needs the room. */
const GROW_SHARE = 0.015;
/** Standard deviation of the grown edge: 10 px of 1024. */
const BLUR_SHARE = 10 / 1024;

export interface ChangeParts {
  readonly regions: Regions;
  /** 255 at the strongest painted light; null without any. */
  readonly painted: Grey | null;
  /** How much of each pixel belongs to the product and its contact shadow. */
  readonly halo: Grey;
}

/** The product with its edge grown and softened; whole where nothing says what the product is. */
export async function drawHalo(object: Grey | null, size: Size): Promise<Grey> {
  const side = Math.min(size.widthPx, size.heightPx);
  if (object === null) return new Uint8Array(size.widthPx * size.heightPx).fill(255);
  const grown = await growGrey(object, size, Math.max(1, Math.round(side * GROW_SHARE)));
  const halo = await blurGrey(grown, size, side * BLUR_SHARE);
  await inBands(halo.length, (from, to) => {
    for (let at = from; at < to; at++) halo[at] = Math.max(halo[at] ?? 0, object[at] ?? 0);
  });
  return halo;
}

/** How much of the sampler's denoising each pixel gets: 255 is all of it. What is protected gets none. */
export async function drawChange({ regions, painted, halo }: ChangeParts, plan: ChangePlan): Promise<Grey> {
  const { locked } = regions;
  const materials = [...regions.materials.values()];
  const change = new Uint8Array(halo.length);
  await inBands(change.length, (from, to) => {
    for (let at = from; at < to; at++) {
      if (locked?.[at] === 255) continue;
      let level = plan.background + (plan.object - plan.background) * ((halo[at] ?? 0) / 255);
      if (materials.some((region) => region[at] === 255)) level = Math.max(level, plan.material);
      const light = (painted?.[at] ?? 0) / 255;
      level = Math.max(level, level + (plan.painted - level) * light);
      change[at] = Math.round((255 * level) / plan.denoise);
    }
  });
  return change;
}

/** What of a generated picture takes the place of a background that is kept: product, shadow, painted light. */
export async function drawPaste({ regions, painted, halo }: ChangeParts): Promise<Grey> {
  const paste = new Uint8Array(halo.length);
  await inBands(paste.length, (from, to) => {
    for (let at = from; at < to; at++) {
      if (regions.locked?.[at] === 255) continue;
      paste[at] = Math.max(halo[at] ?? 0, painted?.[at] ?? 0);
    }
  });
  return paste;
}
