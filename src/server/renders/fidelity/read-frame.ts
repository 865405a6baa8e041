import type { Sharp } from 'sharp';
import type { ContentHash } from '../../../contract/ids.ts';
import type { RenderSpec } from '../../../contract/render-spec.ts';
import { openGrey, openImage, openPixels } from '../../images/open-image.ts';
import type { Pixels } from '../../images/pictures.ts';
import { CONTOUR_REACH_PX } from './compare-edges.ts';
import { findBox } from './find-box.ts';
import type { Frame, Raster } from './frame.ts';

/** The product's longest side: the smallest shift to be found, 2 % of a picture, is then some 10 px. */
const EXTENT_PX = 512;
/** A small product is enlarged so much, more would only draw smooth steps. */
const SCALE_MAX = 2;
/** Below this, in px of the order, there is no contour to speak of. */
const EXTENT_MIN_PX = 16;
/** Standard deviation that grain goes under with and an edge does not. */
const SMOOTH_PX = 1.2;
/** A material's own colour begins so far inside it. */
const RIM_PX = 2;
/** A picture of 4096 px takes 3 s to decode and resize. */
const PATIENCE = { seconds: 30 };

type ReadFile = (hash: ContentHash) => Promise<Uint8Array>;

/** Null when the order does not say where its product is, or when that is too small to be measured. */
export async function readFrame(
  recipe: RenderSpec,
  finished: Pixels,
  readFile: ReadFile,
): Promise<Frame | null> {
  const whole = { widthPx: recipe.widthPx, heightPx: recipe.heightPx };
  const covered = await readCover(recipe, readFile);
  const box = covered && (await findBox({ pixels: covered, ...whole }));
  if (covered === null || box === null) return null;
  const extent = Math.max(box.width, box.height);
  if (extent < EXTENT_MIN_PX) return null;
  const scale = Math.min(SCALE_MAX, EXTENT_PX / extent);
  const margin = Math.ceil((CONTOUR_REACH_PX + 4) / scale);
  const [left, top] = [Math.max(0, box.left - margin), Math.max(0, box.top - margin)];
  const width = Math.min(whole.widthPx, box.left + box.width + margin) - left;
  const height = Math.min(whole.heightPx, box.top + box.height + margin) - top;
  const size = { widthPx: Math.round(width * scale), heightPx: Math.round(height * scale) };

  const cut = (image: Sharp, enlarged: number, kernel: 'linear' | 'cubic'): Sharp =>
    image
      .extract({
        left: Math.round(left * enlarged),
        top: Math.round(top * enlarged),
        width: Math.round(width * enlarged),
        height: Math.round(height * enlarged),
      })
      .resize(size.widthPx, size.heightPx, { fit: 'fill', kernel });
  const colour = async (image: Sharp, enlarged: number): Promise<Raster> => {
    const framed = cut(image.timeout(PATIENCE).toColourspace('srgb'), enlarged, 'cubic');
    return { pixels: await framed.blur(SMOOTH_PX).removeAlpha().raw().toBuffer(), ...size };
  };
  const grey = (pixels: Uint8Array) =>
    cut(openGrey(pixels, whole.widthPx, whole.heightPx).timeout(PATIENCE), 1, 'linear');
  const { rgba, widthPx, heightPx } = finished;
  const cover = await grey(covered).extractChannel(0).raw().toBuffer();
  return {
    cover: { pixels: cover, ...size },
    snapshot: await colour(openImage(await readFile(recipe.passes.snapshot)).flatten(), 1),
    picture: await colour(openPixels(rgba, widthPx, heightPx), widthPx / whole.widthPx),
    scale,
    extentPx: extent * scale,
    async readMask({ imageHash }) {
      const drawn = grey(await readRed(await readFile(imageHash)));
      const inside = await drawn.extractChannel(0).raw().toBuffer();
      // What is not the product has no colour to keep, whatever a mask says.
      for (const [at, value] of cover.entries()) if (value < 128) inside[at] = 0;
      const soft = openGrey(inside, size.widthPx, size.heightPx).timeout(PATIENCE).blur(RIM_PX);
      const pixels = await soft.threshold(250).extractChannel(0).raw().toBuffer();
      return { pixels, ...size };
    },
  };
}

/** One channel: the alpha pass, or all masks as one where an order has none. */
async function readCover({ passes, masks }: RenderSpec, readFile: ReadFile): Promise<Uint8Array | null> {
  if (passes.alpha !== null) return readRed(await readFile(passes.alpha));
  const [first, ...rest] = masks;
  if (first === undefined) return null;
  const joined = await readRed(await readFile(first.imageHash));
  for (const { imageHash } of rest) {
    const mask = await readRed(await readFile(imageHash));
    mask.forEach((value, at) => {
      joined[at] = Math.max(joined[at] ?? 0, value);
    });
  }
  return joined;
}

function readRed(bytes: Uint8Array): Promise<Uint8Array> {
  const image = openImage(bytes).timeout(PATIENCE).flatten({ background: '#000000' }).toColourspace('srgb');
  return image.extractChannel(0).raw().toBuffer();
}
