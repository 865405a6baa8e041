import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { openGrey, openImage, openRgb } from '../../../../images/open-image.ts';
import type { ImageRole, PreparedImage } from './parts.ts';

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}
/** Bytes of one channel, row 0 at the top. */
export type Grey = Uint8Array;
/** Bytes of red, green and blue, row 0 at the top. */
export type Rgb = Uint8Array;

/** A picture of 64 megapixels takes 5 s. */
const PATIENCE = { seconds: 30 };

/** A pass of an order, stretched to a size; transparent is black. */
export async function readRgb(bytes: Uint8Array, { widthPx, heightPx }: Size): Promise<Rgb> {
  return openImage(bytes)
    .timeout(PATIENCE)
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .resize(widthPx, heightPx, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** The red channel of a pass, stretched to a size without the overshoot that would ring around an edge. */
export async function readGrey(bytes: Uint8Array, { widthPx, heightPx }: Size): Promise<Grey> {
  return openImage(bytes)
    .timeout(PATIENCE)
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** A picture that covers a size, centred, cut where it is longer, then stretched to another. */
export async function readCover(bytes: Uint8Array, shape: Size, { widthPx, heightPx }: Size): Promise<Rgb> {
  const { width, height } = await openImage(bytes).metadata();
  const scale = Math.min(width / shape.widthPx, height / shape.heightPx);
  const cut = {
    width: Math.max(1, Math.floor(shape.widthPx * scale)),
    height: Math.max(1, Math.floor(shape.heightPx * scale)),
  };
  return openImage(bytes)
    .timeout(PATIENCE)
    .extract({ left: (width - cut.width) >> 1, top: (height - cut.height) >> 1, ...cut })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(widthPx, heightPx, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** A tile of a texture. */
export async function readTile(bytes: Uint8Array, sidePx: number): Promise<Rgb> {
  return openImage(bytes)
    .timeout(PATIENCE)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(sidePx, sidePx, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** The middle square of a picture. */
export async function encodeSquare(
  role: ImageRole,
  bytes: Uint8Array,
  sidePx: number,
): Promise<PreparedImage> {
  const square = openImage(bytes)
    .timeout(PATIENCE)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(sidePx, sidePx, { fit: 'cover' });
  return encode(role, square);
}

export function encodeGrey(
  role: ImageRole,
  pixels: Grey,
  { widthPx, heightPx }: Size,
): Promise<PreparedImage> {
  return encode(role, openGrey(pixels, widthPx, heightPx).toColourspace('b-w'));
}

export function encodeRgb(role: ImageRole, pixels: Rgb, { widthPx, heightPx }: Size): Promise<PreparedImage> {
  return encode(role, openRgb(pixels, widthPx, heightPx));
}

async function encode(role: ImageRole, image: Sharp): Promise<PreparedImage> {
  const png = await image.png({ compressionLevel: 6 }).toBuffer();
  return { role, png, hash: createHash('sha256').update(png).digest('hex') };
}

/** Gaussian, `sigma` in px. */
export async function blurGrey(pixels: Grey, { widthPx, heightPx }: Size, sigma: number): Promise<Grey> {
  return openGrey(pixels, widthPx, heightPx).blur(sigma).extractChannel(0).raw().toBuffer();
}

/** Every pixel becomes the brightest of those around it. To sharp what is dark is the object that erodes. */
export async function growGrey(pixels: Grey, { widthPx, heightPx }: Size, byPx: number): Promise<Grey> {
  return openGrey(pixels, widthPx, heightPx).erode(byPx).extractChannel(0).raw().toBuffer();
}
