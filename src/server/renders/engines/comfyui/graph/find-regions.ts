import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { inBands } from './in-bands.ts';
import { listMaterials } from './plan-change.ts';
import { type Grey, readGrey, type Size } from './rasters.ts';

type ReadFile = (hash: ContentHash) => Promise<Uint8Array>;

/** Below this an attention mask vanishes: one cell of the latent picture is 8 x 8 px. */
const REGION_MIN_PX = 64;

/** Where what is in a picture; 255 is inside. */
export interface Regions {
  /** What the product covers, in shares at its edge; null when nothing of the order says it. */
  readonly object: Grey | null;
  /** By index of the recipe's mask, none overlapping another, none empty, none protected. */
  readonly materials: ReadonlyMap<number, Grey>;
  readonly locked: Grey | null;
}

export async function findRegions(recipe: RenderSpec, readFile: ReadFile, size: Size): Promise<Regions> {
  const masks: Grey[] = [];
  for (const { imageHash } of recipe.masks) masks.push(await readGrey(await readFile(imageHash), size));
  const materials = new Map<number, Grey>();
  const locked = await takeLocked(recipe, masks);
  const taken = locked?.slice() ?? new Uint8Array(size.widthPx * size.heightPx);
  const wanted = new Set(listMaterials(recipe));
  // The last mask wins; protected ones have theirs already.
  for (const k of [...masks.keys()].reverse()) {
    if (recipe.masks[k]?.isLocked === true) continue;
    const region = new Uint8Array(taken.length);
    let count = 0;
    await inBands(region.length, (from, to) => {
      for (let at = from; at < to; at++) {
        if ((masks[k]?.[at] ?? 0) < 128 || taken[at] !== 0) continue;
        region[at] = taken[at] = 255;
        count += 1;
      }
    });
    if (wanted.has(k) && count >= REGION_MIN_PX) materials.set(k, region);
  }
  const inOrder = new Map([...materials].sort(([a], [b]) => a - b));
  return { object: await findObject(recipe, readFile, size, masks), materials: inOrder, locked };
}

async function takeLocked(recipe: RenderSpec, masks: readonly Grey[]): Promise<Grey | null> {
  const [first, ...rest] = masks.filter((_, k) => recipe.masks[k]?.isLocked === true);
  return first === undefined ? null : join([first, ...rest]);
}

async function findObject(
  { passes }: RenderSpec,
  readFile: ReadFile,
  size: Size,
  masks: readonly Grey[],
): Promise<Grey | null> {
  if (passes.alpha !== null) return readGrey(await readFile(passes.alpha), size);
  if (passes.depth !== null) {
    const depth = await readGrey(await readFile(passes.depth), size);
    return depth.map((value) => (value > 0 ? 255 : 0));
  }
  const [first, ...rest] = masks;
  return first === undefined ? null : join([first, ...rest]);
}

/** 255 wherever one of them is. */
async function join(masks: readonly Grey[]): Promise<Grey> {
  const whole = new Uint8Array(masks[0]?.length ?? 0);
  await inBands(whole.length, (from, to) => {
    for (let at = from; at < to; at++) {
      if (masks.some((mask) => (mask[at] ?? 0) >= 128)) whole[at] = 255;
    }
  });
  return whole;
}
