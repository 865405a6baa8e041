import { MAX_IMAGE_PIXELS } from '../../../contract/constants.ts';
import { dropExif } from '../../../contract/files/drop-exif.ts';
import { type ImageFormat, identifyImage } from './identify-image.ts';

/** Pixels, RGBA, 8 bits, row 0 at the top, not premultiplied. */
export interface Pixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Brings a picture into a format that glTF holds.
 *
 * @returns The same bytes for PNG, JPEG, WebP, KTX2 and AVIF, a PNG for BMP, GIF and TGA; null as type, and the same
 *   bytes, for what is no picture that can be read.
 */
export type ImageConverter = (image: Blob, name: string) => Promise<ConvertedImage>;

export interface ConvertedImage {
  readonly image: Blob;
  readonly mimeType: string | null;
}

/** @see ImageConverter */
export async function convertImage(image: Blob, name: string): Promise<ConvertedImage> {
  const head = await readHead(image);
  const format = identifyImage(head, name);
  if (format === null) return { image, mimeType: null };
  if (!isForeign(format)) return { image, mimeType: `image/${format}` };
  try {
    const pixels = format === 'tga' ? await readTga(image, head) : await readBitmap(image, head, format);
    return { image: await writePng(pixels), mimeType: 'image/png' };
  } catch {
    return { image, mimeType: null };
  }
}

/** Whether {@link convertImage} would make a picture of another format of it. */
export async function isForeignImage(image: Blob, name: string): Promise<boolean> {
  const format = identifyImage(await readHead(image), name);
  return format !== null && isForeign(format);
}

async function readHead(image: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.slice(0, 32).arrayBuffer());
}

function isForeign(format: ImageFormat): format is 'bmp' | 'gif' | 'tga' {
  return format === 'bmp' || format === 'gif' || format === 'tga';
}

/** PNG by a codec of its own: the same bytes in every browser. */
export async function writePng({ widthPx, heightPx, rgba }: Pixels): Promise<Blob> {
  const { default: encode } = await import('@jsquash/png/encode.js');
  return new Blob([await encode(new ImageData(rgba, widthPx, heightPx))], { type: 'image/png' });
}

async function readTga(image: Blob, head: Uint8Array): Promise<Pixels> {
  const header = new DataView(head.buffer);
  checkSize(header.getUint16(12, true), header.getUint16(14, true));
  const { TGALoader } = await import('three/addons/loaders/TGALoader.js');
  const { data, width = 0, height = 0 } = new TGALoader().parse(await image.arrayBuffer());
  return { widthPx: width, heightPx: height, rgba: Uint8ClampedArray.from(data as Uint8Array) };
}

async function readBitmap(image: Blob, head: Uint8Array, format: 'bmp' | 'gif'): Promise<Pixels> {
  const header = new DataView(head.buffer);
  if (format === 'gif') checkSize(header.getUint16(6, true), header.getUint16(8, true));
  else checkSize(header.getInt32(18, true), Math.abs(header.getInt32(22, true)));
  return drawPixels(image, `image/${format}`);
}

/** @throws Error for what the browser cannot decode. */
export async function drawPixels(image: Blob, type: string): Promise<Pixels> {
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
  const bitmap = await createImageBitmap(await dropExif(new Blob([image], { type })), options);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { widthPx: width, heightPx: height, rgba: context.getImageData(0, 0, width, height).data };
}

function checkSize(widthPx: number, heightPx: number): void {
  if (!(widthPx > 0 && heightPx > 0 && widthPx * heightPx <= MAX_IMAGE_PIXELS)) throw new Error('its size');
}
