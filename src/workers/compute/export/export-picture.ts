import type { ExportedPicture } from '../../../contract/compute-values.ts';
import { WEBP_PHOTO_QUALITY } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import {
  CHANNEL_PRESETS,
  needsSilhouette,
  type PictureWish,
} from '../../../contract/files/channel-presets.ts';
import type { PictureSpace } from '../../../contract/files/picture-colour.ts';
import { readImageSize } from '../../../tracer/gltf/read-image-size.ts';
import { type Pixels, writePng } from '../pictures/convert-image.ts';
import { cutProduct, findProduct } from '../pictures/cut-product.ts';
import { encodeWebp } from '../pictures/encode-webp.ts';
import { extendEdges } from '../pictures/extend-edges.ts';
import { type Box, placePicture } from '../pictures/place-picture.ts';
import { readPixels } from '../pictures/read-pixels.ts';
import { convertToP3 } from './convert-space.ts';
import { tagPicture } from './tag-picture.ts';

/** Larger by less than this is a rounding, not an enlargement. */
const SCALE_TOLERANCE = 1.001;
/** How much of a PNG says its size. */
const HEAD_BYTES = 64;

type Context = OffscreenCanvasRenderingContext2D;

/** A finished picture as a channel wants it, see `ComputeApi.exportPicture`. */
export async function exportPicture(
  picture: Blob,
  alpha: Blob | null,
  wish: PictureWish,
  from: PictureSpace,
): Promise<ExportedPicture> {
  const asMade = await readAsMade(picture, wish, from);
  if (asMade !== null) return asMade;
  const pixels = await readPixels(picture, '');
  if (pixels === null) throw new AppError({ code: 'image-unreadable', name: '' });
  const cover = alpha === null ? null : await readCover(alpha, pixels);
  const product = cover === null ? null : findProduct(cover);
  const isCutOut = needsSilhouette(wish);
  if (isCutOut) {
    if (cover === null || product === null) throw new AppError({ code: 'silhouette-missing' });
    cutProduct(pixels, cover);
  }
  const preset = wish.channel === null ? null : CHANNEL_PRESETS[wish.channel];
  const place = placePicture(pixels, product, preset);
  const source = openCanvas(pixels.widthPx, pixels.heightPx);
  source.putImageData(new ImageData(pixels.rgba, pixels.widthPx, pixels.heightPx), 0, 0);
  const context = openCanvas(place.widthPx, place.heightPx);
  const isWhite = preset?.ground === 'white' || (isCutOut && wish.format === 'jpeg');
  if (isWhite) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, place.widthPx, place.heightPx);
  }
  if (!isCutOut) extendEdges(context, source.canvas, place);
  const { x, y, scale } = place;
  context.drawImage(source.canvas, x, y, pixels.widthPx * scale, pixels.heightPx * scale);
  const { format, space = 'srgb', dpi = null } = wish;
  return {
    image: await tagPicture(await encode(context, format, from === space), format, { space, dpi }),
    widthPx: place.widthPx,
    heightPx: place.heightPx,
    enlargedBy: scale > SCALE_TOLERANCE ? scale : 1,
    isCutOff: product !== null && touchesEdge(product, pixels),
  };
}

/** A PNG that is wished for as it was made only says more of itself: a large one is not decoded. Null for any other wish. */
async function readAsMade(
  picture: Blob,
  { channel, format, isTransparent, space = 'srgb', dpi = null }: PictureWish,
  from: PictureSpace,
): Promise<ExportedPicture | null> {
  if (channel !== null || format !== 'png' || isTransparent || space !== from) return null;
  const size = readImageSize(new Uint8Array(await picture.slice(0, HEAD_BYTES).arrayBuffer()));
  if (size?.format !== 'png') return null;
  const { widthPx, heightPx } = size;
  const image = await tagPicture(new Blob([picture], { type: 'image/png' }), format, { space, dpi });
  return { image, widthPx, heightPx, enlargedBy: 1, isCutOff: false };
}

/** Coverages in the size of a picture, which an engine may have enlarged. */
async function readCover(alpha: Blob, { widthPx, heightPx }: Pixels): Promise<Pixels | null> {
  const cover = await readPixels(alpha, '');
  if (cover === null || (cover.widthPx === widthPx && cover.heightPx === heightPx)) return cover;
  const small = openCanvas(cover.widthPx, cover.heightPx);
  small.putImageData(new ImageData(cover.rgba, cover.widthPx, cover.heightPx), 0, 0);
  const context = openCanvas(widthPx, heightPx);
  context.drawImage(small.canvas, 0, 0, widthPx, heightPx);
  return { widthPx, heightPx, rgba: context.getImageData(0, 0, widthPx, heightPx).data };
}

function openCanvas(widthPx: number, heightPx: number): Context {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no 2D canvas');
  context.imageSmoothingQuality = 'high';
  return context;
}

async function encode(context: Context, format: PictureWish['format'], hasItsSpace: boolean): Promise<Blob> {
  const { canvas } = context;
  const { width: widthPx, height: heightPx } = canvas;
  if (format === 'jpeg' && hasItsSpace) return encodeJpeg(context);
  const pixels = context.getImageData(0, 0, widthPx, heightPx);
  if (!hasItsSpace) convertToP3(pixels.data);
  if (format === 'jpeg') {
    context.putImageData(pixels, 0, 0);
    return encodeJpeg(context);
  }
  const { data: rgba } = pixels;
  return format === 'png'
    ? writePng({ widthPx, heightPx, rgba })
    : encodeWebp(rgba.buffer, widthPx, heightPx, WEBP_PHOTO_QUALITY);
}

function encodeJpeg({ canvas }: Context): Promise<Blob> {
  return canvas.convertToBlob({ type: 'image/jpeg', quality: WEBP_PHOTO_QUALITY });
}

function touchesEdge({ left, top, width, height }: Box, { widthPx, heightPx }: Pixels): boolean {
  return left <= 0 || top <= 0 || left + width >= widthPx || top + height >= heightPx;
}
