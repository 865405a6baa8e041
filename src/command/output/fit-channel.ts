import type { ChannelPreset } from '../../contract/files/channel-presets.ts';
import { openImage } from '../../server/images/open-image.ts';
import { findProduct } from '../../workers/compute/pictures/cut-product.ts';
import { placePicture } from '../../workers/compute/pictures/place-picture.ts';

const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };

/**
 * A finished picture in the exact size of a sales channel, placed as the app's downloads place it.
 *
 * @param png The product alone where the channel wants white.
 * @returns PNG.
 */
export async function fitChannel(png: Uint8Array, preset: ChannelPreset): Promise<Uint8Array> {
  const { width, height } = await openImage(png).metadata();
  const isWhite = preset.ground === 'white';
  const product = isWhite ? findProduct(await readCover(png)) : null;
  const place = placePicture({ widthPx: width, heightPx: height }, product, preset);
  const across = Math.max(1, Math.round(width * place.scale));
  const down = Math.max(1, Math.round(height * place.scale));
  const [left, top] = [Math.round(place.x), Math.round(place.y)];
  // What lies outside of the frame is cut off.
  const seen = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    width: Math.min(across, preset.widthPx - left) - Math.max(0, -left),
    height: Math.min(down, preset.heightPx - top) - Math.max(0, -top),
  };
  const inside = openImage(png).resize(across, down, { fit: 'fill' }).extract(seen);
  if (!isWhite) return inside.png().toBuffer();
  const [onLeft, onTop] = [Math.max(0, left), Math.max(0, top)];
  const framed = inside.ensureAlpha().extend({
    left: onLeft,
    top: onTop,
    right: preset.widthPx - onLeft - seen.width,
    bottom: preset.heightPx - onTop - seen.height,
    background: { ...WHITE, alpha: 0 },
  });
  return framed.flatten({ background: WHITE }).png().toBuffer();
}

/** Red is how much of each pixel the product covers. */
async function readCover(png: Uint8Array) {
  const { data, info } = await openImage(png)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgba = new Uint8ClampedArray(data.length * 4);
  for (const [pixel, cover] of data.entries()) rgba[pixel * 4] = cover;
  return { rgba, widthPx: info.width, heightPx: info.height };
}
