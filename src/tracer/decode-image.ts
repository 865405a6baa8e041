import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { MAX_IMAGE_PIXELS } from '../contract/constants.ts';
import { AppError } from '../contract/failure.ts';
import { readImageSize } from './read-image-size.ts';

/** RGBA, 8 bits, not premultiplied, row 0 at the top. */
export interface DecodedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array;
}

/** The codecs' WebAssembly files, compiled by the host: the same in every host, so that pixels are the same. */
export interface ImageCodecs {
  readonly png: WebAssembly.Module;
  readonly jpeg: WebAssembly.Module;
  readonly webp: WebAssembly.Module;
}

export interface ImageDecoder {
  /**
   * Decodes a PNG (8 or 16 bits), JPEG or WebP, recognised by its first bytes. Colour profiles are ignored, as the
   * viewer is told to do, and so is the EXIF orientation of textures.
   *
   * @param bytes Not changed.
   * @param name For the failure.
   * @throws AppError `image-unreadable` for other formats, damaged files, and above 64 megapixels.
   */
  decode(bytes: Uint8Array, name: string): Promise<DecodedImage>;
}

/** Starts the codecs. They keep their WebAssembly instances: one per thread is enough. */
export async function openImageDecoder(codecs: ImageCodecs): Promise<ImageDecoder> {
  await Promise.all([initPng(codecs.png), initJpeg(codecs.jpeg), initWebp(codecs.webp)]);
  return {
    async decode(bytes, name) {
      const size = readImageSize(bytes);
      if (
        size === null ||
        size.widthPx * size.heightPx > MAX_IMAGE_PIXELS ||
        size.widthPx * size.heightPx === 0
      ) {
        throw new AppError({ code: 'image-unreadable', name });
      }
      const copy = bytes.slice().buffer;
      try {
        const image =
          size.format === 'png'
            ? await decodePng(copy)
            : size.format === 'jpeg'
              ? await decodeJpeg(copy)
              : await decodeWebp(copy);
        const rgba = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength);
        if (rgba.length !== image.width * image.height * 4) throw new Error('short image');
        return { widthPx: image.width, heightPx: image.height, rgba };
      } catch (cause) {
        throw new AppError({ code: 'image-unreadable', name }, { cause });
      }
    },
  };
}
