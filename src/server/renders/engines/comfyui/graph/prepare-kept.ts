import type { ContentHash } from '../../../../../contract/ids.ts';
import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';
import { openGrey, openPixels } from '../../../../images/open-image.ts';
import { drawPaint } from '../../hero/draw-paint.ts';
import type { PlateParts } from '../../hero/plate-parts.ts';
import { drawPlate } from './draw-plate.ts';
import type { ImageRole, PreparedImage } from './parts.ts';
import {
  encodeGrey,
  encodeRgb,
  encodeSquare,
  type Grey,
  type Rgb,
  readGrey,
  readRgb,
  type Size,
} from './rasters.ts';

/**
 * How much of the product's rim is painted over: the largest latent cell of all families, 16 px, and 2 px. An order is prepared
 * once, for whichever server draws it; where a cell is 8 px, the model sees 8 px less of what is laid over it anyway.
 */
const RIM_PX = 18;

/**
 * The pictures of an order that keeps its product: the plate, what of it is to be painted, and what guides that. The product's
 * materials and masks are no matter: it is traced.
 *
 * @param readFile A file the recipe names. @param squarePx Side of the square that shows a style.
 */
export async function prepareKept(
  recipe: RenderSpec,
  readFile: (hash: ContentHash) => Promise<Uint8Array>,
  traced: PlateParts,
  size: Size,
  squarePx: number,
): Promise<PreparedImage[]> {
  const plate = await fitRgb(traced, size);
  const alpha = await fitGrey(traced.alpha, traced, size);
  // It is traced on a plain floor: the view shows the one that it stands on.
  if (recipe.scene.floor?.cyclorama !== undefined) {
    const view = await readRgb(await readFile(recipe.passes.snapshot), size);
    for (let i = 0; i < alpha.length; i++)
      if (alpha[i] !== 255) plate.set(view.subarray(i * 3, i * 3 + 3), i * 3);
  }
  const paint = drawPaint(alpha, size.widthPx, size.heightPx, RIM_PX);
  const images = [await encodeRgb('plate', plate, size), await encodeGrey('paint', paint, size)];
  const behind = standsBehind(recipe).kind;
  if (behind === 'image' || behind === 'gradient') {
    const background = await drawPlate(recipe, readFile, size, false);
    if (background !== null) images.push(await encodeRgb('background', background, size));
    images.push(
      await encodeGrey(
        'background-mask',
        alpha.map((value) => 255 - value),
        size,
      ),
    );
  }
  const { depth, outline } = recipe.passes;
  const guides: [ImageRole, ContentHash | null][] = [
    ['depth', depth],
    ['lines', outline],
  ];
  for (const [role, hash] of guides) {
    if (hash === null) continue;
    const pixels = await readGrey(await readFile(hash), size);
    if (pixels.some((value) => value > 0)) images.push(await encodeGrey(role, pixels, size));
  }
  if (recipe.style !== null)
    images.push(await encodeSquare('style', await readFile(recipe.style.imageHash), squarePx));
  return images;
}

async function fitRgb({ plate, widthPx, heightPx }: PlateParts, size: Size): Promise<Rgb> {
  const opened = openPixels(plate, widthPx, heightPx).removeAlpha();
  return opened.resize(size.widthPx, size.heightPx, { fit: 'fill' }).raw().toBuffer();
}

async function fitGrey(grey: Grey, { widthPx, heightPx }: PlateParts, size: Size): Promise<Grey> {
  if (widthPx === size.widthPx && heightPx === size.heightPx) return grey;
  const opened = openGrey(grey, widthPx, heightPx);
  const sized = opened.resize(size.widthPx, size.heightPx, { fit: 'fill', kernel: 'linear' });
  return sized.extractChannel(0).raw().toBuffer();
}
