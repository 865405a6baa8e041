import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** RGB, 8 bits. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
export type Rgb = readonly [number, number, number];

/** @throws Error named as Pillow's for bytes that are no picture. */
export async function decodePicture(bytes: Uint8Array): Promise<{ picture: Picture; alpha: Mask | null }> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      const error = new Error('cannot identify image file <_io.BytesIO object at 0x7f1c>');
      error.name = 'PIL.UnidentifiedImageError';
      throw error;
    });
  const { width, height } = info;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    for (let channel = 0; channel < 3; channel++) rgb[pixel * 3 + channel] = data[pixel * 4 + channel]!;
    alpha[pixel] = data[pixel * 4 + 3]!;
  }
  const isOpaque = alpha.every((value) => value === 255);
  return { picture: { width, height, rgb }, alpha: isOpaque ? null : { width, height, data: alpha } };
}

/** As edit models move what they were to leave in its place; at the left its first pixels go on. */
export function slidePicture(picture: Picture, px: number): Picture {
  if (px === 0) return picture;
  const { width, height, rgb } = picture;
  const slid = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + Math.max(0, x - px)) * 3;
      slid.set(rgb.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { width, height, rgb: slid };
}

export function encodePng({ width, height, rgb }: Picture): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
}

export function encodeJpeg({ width, height, rgb }: Picture): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** @param fit `cover` crops the middle. */
export async function scalePicture(
  picture: Picture,
  width: number,
  height: number,
  fit: 'fill' | 'cover' = 'fill',
): Promise<Picture> {
  if (picture.width === width && picture.height === height) return picture;
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const rgb = await sharp(picture.rgb, { raw }).resize(width, height, { fit }).raw().toBuffer();
  return { width, height, rgb };
}

export async function scaleMask(mask: Mask, width: number, height: number): Promise<Mask> {
  if (mask.width === width && mask.height === height) return mask;
  const raw = { width: mask.width, height: mask.height, channels: 1 } as const;
  const data = await sharp(mask.data, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { width, height, data };
}

export function flatPicture(width: number, height: number, [r, g, b]: Rgb): Picture {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at += 3) rgb.set([r, g, b], at);
  return { width, height, rgb };
}

/** The source laid on the destination at a place, where the mask (of the source's size) says so. */
export async function composite(
  destination: Picture,
  source: Picture,
  x: number,
  y: number,
  mask: Mask | null,
): Promise<Picture> {
  const rgb = new Uint8Array(destination.rgb);
  const shape = mask && (await scaleMask(mask, source.width, source.height));
  for (let row = 0; row < source.height && row + y < destination.height; row++) {
    for (let column = 0; column < source.width && column + x < destination.width; column++) {
      const from = row * source.width + column;
      const to = ((row + y) * destination.width + column + x) * 3;
      const share = shape ? shape.data[from]! / 255 : 1;
      for (let channel = 0; channel < 3; channel++) {
        const under = rgb[to + channel]!;
        rgb[to + channel] = Math.round(under + (source.rgb[from * 3 + channel]! - under) * share);
      }
    }
  }
  return { width: destination.width, height: destination.height, rgb };
}

/** What a VAE keeps of a picture: sides of whole eighths, and no pixel quite as it was. */
export function encodeLossily({ width, height, rgb }: Picture): Picture {
  const kept = { width: width - (width % 8), height: height - (height % 8) };
  const out = new Uint8Array(kept.width * kept.height * 3);
  for (let row = 0; row < kept.height; row++) {
    for (let at = 0; at < kept.width * 3; at++) {
      const value = rgb[row * width * 3 + at]!;
      out[row * kept.width * 3 + at] = value > 252 ? 250 : (value & ~3) + 2;
    }
  }
  return { ...kept, rgb: out };
}

export function averageColour({ rgb }: Picture): Rgb {
  const sums: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < rgb.length; at++) sums[at % 3]! += rgb[at]!;
  return sums.map((sum) => Math.round(sum / (rgb.length / 3))) as unknown as Rgb;
}

/** A colour of a text, the same each time. */
export function hashColour(text: string): Rgb {
  const digest = createHash('sha256').update(text).digest();
  return [40 + (digest[0]! % 176), 40 + (digest[1]! % 176), 40 + (digest[2]! % 176)];
}

export function mixColours(a: Rgb, b: Rgb, share: number): Rgb {
  const mix = (place: 0 | 1 | 2) => a[place] + (b[place] - a[place]) * share;
  return [mix(0), mix(1), mix(2)];
}
