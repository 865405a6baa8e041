import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { isWorn } from '../../../orders/is-worn.ts';
import type { PlateParts } from '../../hero/plate-parts.ts';
import { deriveLines } from './derive-lines.ts';
import { type ChangeParts, drawChange, drawHalo, drawPaste } from './draw-change.ts';
import { drawPlate } from './draw-plate.ts';
import { findRegions, type Regions } from './find-regions.ts';
import { CHECKPOINT_CANVAS, chooseGraphSize } from './graph-size.ts';
import { layMaterial } from './lay-materials.ts';
import { readPaintedLight } from './paint-with-light.ts';
import type { Canvas, PreparedImage, PreparedOrder } from './parts.ts';
import { planChange } from './plan-change.ts';
import { prepareKept } from './prepare-kept.ts';
import {
  encodeGrey,
  encodeRgb,
  encodeSquare,
  type Grey,
  readGrey,
  readRgb,
  readTile,
  type Size,
} from './rasters.ts';

/** Side of a tile whose physical size nobody has told, of the picture's height. */
const TILE_SHARE = 1 / 4;

/**
 * Makes the pictures that graphs of an order load, once for every server and attempt: equal orders give equal bytes.
 * One picture at a time is open; pixels are worked on in bands, so that the thread answers in between.
 *
 * @param readFile A file the recipe names.
 * @param pixels That a graph works on.
 * @param canvas Of the family that draws.
 * @param traced The product traced by itself, where it is kept: then nothing of it is to be painted.
 * @throws AppError `image-unreadable`; whatever `readFile` throws.
 */
export async function prepareOrder(
  recipe: RenderSpec,
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
  pixels?: number,
  { stepPx, squarePx }: Canvas = CHECKPOINT_CANVAS,
  traced: PlateParts | null = null,
): Promise<PreparedOrder> {
  const { passes } = recipe;
  const size = chooseGraphSize(recipe.widthPx, recipe.heightPx, pixels, stepPx);
  if (traced !== null)
    return { ...size, images: await prepareKept(recipe, readFile, traced, size, squarePx), regionShares: {} };
  const read = async (hash: ContentHash | null) => (hash === null ? null : await readFile(hash));
  const images: PreparedImage[] = [];
  const regions = await findRegions(recipe, readFile, size);
  const sketch = await read(passes.lightmap);
  const light = sketch === null ? null : await readPaintedLight(sketch, size);

  // 1. What is painted over, and what stands behind it.
  const init = await readRgb(await readFile(passes.snapshot), size);
  const outline = await read(passes.outline);
  const lines = outline === null ? await deriveLines(init, size) : await readGrey(outline, size);
  for (const [k, region] of regions.materials) {
    const texture = await readFile(hashOfMaterial(recipe, k));
    // What the snapshot shows already is better than a tile laid over the picture.
    if (!isWorn(recipe, k)) {
      const tilePx = Math.round(size.heightPx * TILE_SHARE);
      await layMaterial(init, size, { region, tile: await readTile(texture, tilePx), tilePx });
    }
    images.push(await encodeSquare(`material-${k}`, texture, squarePx));
    images.push(await encodeGrey(`material-mask-${k}`, region, size));
  }
  await light?.light(init);
  images.push(await encodeRgb('init', init, size));
  const plate = await drawPlate(recipe, readFile, size, light !== null);
  if (plate !== null) {
    await light?.light(plate);
    images.push(await encodeRgb('background', plate, size));
  }
  if (regions.object !== null) {
    images.push(await encodeGrey('background-mask', regions.object.map(invert), size));
  }

  // 2. How much of it may change.
  const halo = await drawHalo(regions.object, size);
  images.push(...(await drawChanges(recipe, { regions, painted: light?.strength ?? null, halo }, size)));

  // 3. What guides it.
  const depth = await read(passes.depth);
  const guides = [
    ['depth', depth === null ? null : await readGrey(depth, size)],
    ['lines', lines],
  ] as const;
  for (const [role, pixels] of guides) {
    if (pixels?.some((value) => value > 0) === true) images.push(await encodeGrey(role, pixels, size));
  }
  const style = await read(recipe.style?.imageHash ?? null);
  if (style !== null) images.push(await encodeSquare('style', style, squarePx));
  if (recipe.workflow !== undefined) {
    images.push(await encodeGrey('empty', new Uint8Array(size.widthPx * size.heightPx), size));
  }
  return { ...size, images, regionShares: measureRegions(regions) };
}

function measureRegions({ materials }: Regions): Record<number, number> {
  const share = (region: Grey) => region.reduce((sum, value) => sum + value, 0) / (255 * region.length);
  return Object.fromEntries([...materials].map(([k, region]) => [k, share(region)]));
}

async function drawChanges(recipe: RenderSpec, parts: ChangeParts, size: Size): Promise<PreparedImage[]> {
  const guided = planChange(recipe, true);
  const unguided = planChange(recipe, false);
  const images = [await encodeGrey('change', await drawChange(parts, guided), size)];
  if (JSON.stringify(guided) !== JSON.stringify(unguided)) {
    images.push(await encodeGrey('change-unguided', await drawChange(parts, unguided), size));
  }
  // Where the product is denoised less than the most, its share of the change map would leave it half as it was.
  const isPartial = [guided, unguided].some(({ object, denoise }) => object < denoise);
  if (guided.keepsBackground && isPartial) {
    images.push(await encodeGrey('paste', await drawPaste(parts), size));
  }
  return images;
}

function hashOfMaterial(recipe: RenderSpec, k: number): ContentHash {
  const hash = recipe.masks[k]?.materialImageHash ?? null;
  if (hash === null) throw new Error(`mask ${k} has no picture`);
  return hash;
}

function invert(value: Grey[number]): number {
  return 255 - value;
}
