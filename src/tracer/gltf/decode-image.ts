import decodeAvif, { init as initAvif } from '@jsquash/avif/decode.js';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { type ImageSize, readImageSize } from './read-image-size.ts';
import { createKtx2Reader, KTX2_TARGETS } from './read-ktx2.ts';

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
  /** `basis_transcoder.wasm` of three.js, asked for when the first KTX2 file comes: few models have one. */
  readonly ktx2: () => Promise<WebAssembly.Module>;
  /** Asked for when the first AVIF comes. */
  readonly avif: () => Promise<WebAssembly.Module>;
}

export interface ImageDecoder {
  /**
   * Decodes a PNG (8 or 16 bits), JPEG, WebP, AVIF or KTX2 (Basis Universal, its largest level), recognised by its first
   * bytes. Colour profiles are ignored, as the viewer is told to do, and so is the EXIF orientation of textures.
   *
   * @param bytes Not changed.
   * @param name For the failure.
   * @throws AppError `image-unreadable` for other formats, damaged files, and above 64 megapixels.
   */
  decode(bytes: Uint8Array, name: string): Promise<DecodedImage>;
}

/** Starts the codecs. They keep their WebAssembly instances: one per thread is enough. */
export async function openImageDecoder(codecs: ImageCodecs): Promise<ImageDecoder> {
  const ktx2 = createKtx2Reader(codecs.ktx2);
  await Promise.all([initPng(codecs.png), initJpeg(codecs.jpeg), initWebp(codecs.webp)]);
  let avif: Promise<void> | null = null;
  const decoders: Readonly<Record<ImageSize['format'], (bytes: Uint8Array) => Promise<DecodedImage>>> = {
    png: async (bytes) => fromImageData(await decodePng(copyOf(bytes))),
    jpeg: async (bytes) => fromImageData(await decodeJpeg(copyOf(bytes))),
    webp: async (bytes) => fromImageData(await decodeWebp(copyOf(bytes))),
    avif: async (bytes) => {
      avif ??= codecs.avif().then(startAvif);
      await avif;
      const image = await decodeAvif(copyOf(bytes));
      if (image === null) throw new Error('nothing decoded');
      return fromImageData(image);
    },
    ktx2: (bytes) =>
      ktx2.read(bytes, ({ widthPx, heightPx, transcode }) => ({
        widthPx,
        heightPx,
        rgba: transcode(0, KTX2_TARGETS.rgba),
      })),
  };
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
      try {
        const image = await decoders[size.format](bytes);
        if (image.rgba.length !== image.widthPx * image.heightPx * 4) throw new Error('short image');
        return image;
      } catch (cause) {
        throw new AppError({ code: 'image-unreadable', name }, { cause });
      }
    },
  };
}

/** It takes a compiled module as the other codecs do; its types leave that out. */
const startAvif = initAvif as unknown as (module: WebAssembly.Module) => Promise<void>;

function fromImageData({ width, height, data }: Awaited<ReturnType<typeof decodePng>>): DecodedImage {
  const rgba = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { widthPx: width, heightPx: height, rgba };
}

/** On a buffer of its own: Node's Buffer, which is one, too, does not copy when it is sliced. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
