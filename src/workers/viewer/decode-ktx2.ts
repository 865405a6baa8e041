import {
  CompressedTexture,
  DataTexture,
  RGBA_ASTC_4x4_Format,
  RGBA_BPTC_Format,
  RGBA_ETC2_EAC_Format,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { AppError } from '../../contract/failure.ts';
import { limitSize } from '../../tracer/gltf/decode-textures.ts';
import { createKtx2Reader, KTX2_TARGETS, type Ktx2Image } from '../../tracer/gltf/read-ktx2.ts';
import { MAX_SIDE_PX } from './decode-texture.ts';

/**
 * What graphics cards keep compressed, a byte for a pixel. BC7 first: drivers for cards that have it also claim the
 * other two, and then unpack them.
 */
const CARD_FORMATS = [
  { extension: 'EXT_texture_compression_bptc', target: KTX2_TARGETS.bc7, format: RGBA_BPTC_Format },
  { extension: 'WEBGL_compressed_texture_astc', target: KTX2_TARGETS.astc, format: RGBA_ASTC_4x4_Format },
  { extension: 'WEBGL_compressed_texture_etc', target: KTX2_TARGETS.etc2, format: RGBA_ETC2_EAC_Format },
] as const;

/** Reads the KTX2 textures of one model. */
export interface Ktx2Decoder {
  /**
   * @returns A texture with `flipY` off that stays compressed where the file has its smaller sizes, which a card
   * cannot make for itself, and else is unpacked.
   * @throws AppError `image-unreadable`, also for more than `MAX_IMAGE_PIXELS`.
   */
  decode(bytes: Uint8Array, name: string): Promise<Texture>;
}

export function createKtx2Decoder(renderer: WebGLRenderer): Ktx2Decoder {
  const reader = createKtx2Reader(async () => {
    const url = new URL('three/addons/libs/basis/basis_transcoder.wasm', import.meta.url);
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  });
  const card = CARD_FORMATS.find(({ extension }) => renderer.extensions.has(extension));
  const maxSidePx = Math.min(MAX_SIDE_PX, renderer.capabilities.maxTextureSize);
  return {
    async decode(bytes, name) {
      try {
        return await reader.read(bytes, (image) => {
          const isFitting = (level: number) => Math.max(...sizeOf(image, level)) <= maxSidePx;
          const levels = Array.from({ length: image.levelCount }, (_, level) => level);
          const kept = levels.filter(isFitting);
          const isWholeBlocks = sizeOf(image, kept[0] ?? 0).every((sidePx) => sidePx % 4 === 0);
          return card !== undefined && isWholeBlocks && kept.length > 1
            ? keepPacked(image, kept, card)
            : unpack(image, kept[0] ?? image.levelCount - 1, maxSidePx);
        });
      } catch (cause) {
        throw new AppError({ code: 'image-unreadable', name }, { cause });
      }
    },
  };
}

function sizeOf({ widthPx, heightPx }: Ktx2Image, level: number): [number, number] {
  return [Math.max(1, widthPx >> level), Math.max(1, heightPx >> level)];
}

function keepPacked(
  image: Ktx2Image,
  levels: readonly number[],
  { target, format }: (typeof CARD_FORMATS)[number],
): Texture {
  const mipmaps = levels.map((level) => {
    const [width, height] = sizeOf(image, level);
    return { data: image.transcode(level, target), width, height };
  });
  const [width, height] = sizeOf(image, levels[0] ?? 0);
  const texture = new CompressedTexture(mipmaps, width, height, format);
  texture.needsUpdate = true;
  return texture;
}

function unpack(image: Ktx2Image, level: number, maxSidePx: number): Texture {
  const [widthPx, heightPx] = sizeOf(image, level);
  const fitting = limitSize(
    { widthPx, heightPx, rgba: image.transcode(level, KTX2_TARGETS.rgba) },
    maxSidePx,
  );
  const texture = new DataTexture(fitting.rgba, fitting.widthPx, fitting.heightPx);
  texture.needsUpdate = true;
  return texture;
}
