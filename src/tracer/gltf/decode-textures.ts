import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { isAbort } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { levelBytes } from '../scene/mip-levels.ts';
import type { SceneMaterial, SceneTexture } from '../scene.ts';
import type { DecodedImage, ImageDecoder } from './decode-image.ts';
import { tooComplex } from './gltf-values.ts';
import { readImageSize } from './read-image-size.ts';
import type { TextureRequest } from './texture-request.ts';

/** Larger textures are halved until they fit: 4096 px are 64 MB, and twice the largest picture. */
const MAX_TEXTURE_PX = 4096;
/** Where a model has more textures than fit, they are halved down to this side; smaller, nobody would know the product. */
const MIN_TEXTURE_PX = 512;
/**
 * What all textures of a model may take in the kernel with their levels: 12 of 4096 px. The kernel's memory ends at 4 GB,
 * and a host holds them twice while it packs. The same everywhere, because a picture depends on it.
 */
const MAX_TEXTURES_BYTES = 1024 ** 3;

const WHITE: DecodedImage = { widthPx: 1, heightPx: 1, rgba: Uint8Array.of(255, 255, 255, 255) };
const FLAT_NORMAL: DecodedImage = { widthPx: 1, heightPx: 1, rgba: Uint8Array.of(128, 128, 255, 255) };

/**
 * Decodes the images of a model, each once. An image that cannot be read becomes one neutral pixel, as in the viewer. Where
 * all of them would take too much, those that are longest are halved before the next is decoded.
 *
 * @param onUnreadable Told the name of each image that was replaced.
 * @param maxBytes What they may take with their levels.
 * @throws AppError `model-too-complex` for more than fit at any size.
 */
export async function decodeTextures(
  requests: readonly TextureRequest[],
  materials: readonly SceneMaterial[],
  files: ReadonlyMap<ContentHash, Uint8Array>,
  decoder: ImageDecoder,
  onUnreadable: (name: string) => void,
  maxBytes = MAX_TEXTURES_BYTES,
): Promise<SceneTexture[]> {
  const maxSidePx = fitSide(requests, files, maxBytes);
  const decoded = new Map<unknown, DecodedImage>();
  const normalMaps = new Set(
    materials
      .flatMap((m) => [m.normalMap?.texture, m.clearcoatNormalMap?.texture, m.triplanar?.normal])
      .filter((n) => n != null),
  );
  const textures: SceneTexture[] = [];
  for (const [index, request] of requests.entries()) {
    const { source, isSrgb, wrapS, wrapT, isSmooth } = request;
    const key = source.kind === 'embedded' ? source.bytes : source.hash;
    const bytes = bytesOf(request, files);
    let image = decoded.get(key);
    if (image === undefined) {
      const name = source.kind === 'embedded' ? source.name : source.hash;
      try {
        image = limitSize(await decoder.decode(bytes, name), maxSidePx);
        decoded.set(key, image);
      } catch (error) {
        if (isAbort(error)) throw error;
        onUnreadable(name);
        image = normalMaps.has(index) ? FLAT_NORMAL : WHITE;
        textures.push({ ...image, isUnread: true, isSrgb, wrapS, wrapT, isSmooth });
        continue;
      }
    }
    textures.push({ ...image, isSrgb, wrapS, wrapT, isSmooth });
  }
  return textures;
}

/**
 * Materials of which none glows whose picture of its glow could not be read: where it does stood in the picture, whatever else
 * that is a picture of. Where somebody chose a glow the whole part has it, as on the stage.
 *
 * @param textures Of {@link decodeTextures}.
 */
export function dimUnreadGlow(
  materials: readonly SceneMaterial[],
  textures: readonly SceneTexture[],
): readonly SceneMaterial[] {
  return materials.map((material) => {
    const { emissiveMap, isGlowChosen = false } = material;
    if (emissiveMap === null || textures[emissiveMap.texture]?.isUnread !== true) return material;
    return isGlowChosen ? { ...material, emissiveMap: null } : { ...material, emissive: [0, 0, 0] };
  });
}

/** The longest side at which all of them fit. */
function fitSide(
  requests: readonly TextureRequest[],
  files: ReadonlyMap<ContentHash, Uint8Array>,
  maxBytes: number,
): number {
  const sizes = requests.map((request) => {
    const { widthPx = 1, heightPx = 1 } = readImageSize(bytesOf(request, files)) ?? {};
    // What the decoder refuses becomes one pixel.
    const isRead = widthPx * heightPx <= MAX_IMAGE_PIXELS;
    return { widthPx: isRead ? widthPx : 1, heightPx: isRead ? heightPx : 1, isSmooth: request.isSmooth };
  });
  for (let sidePx = MAX_TEXTURE_PX; sidePx >= MIN_TEXTURE_PX; sidePx /= 2) {
    const sum = sizes.reduce((bytes, size) => bytes + levelBytes({ ...size, ...halfSize(size, sidePx) }), 0);
    if (sum <= maxBytes) return sidePx;
  }
  throw tooComplex(
    'memory',
    `${requests.length} textures, of ${MIN_TEXTURE_PX} px more than ${maxBytes} bytes`,
  );
}

function bytesOf({ source }: TextureRequest, files: ReadonlyMap<ContentHash, Uint8Array>): Uint8Array {
  return (source.kind === 'embedded' ? source.bytes : files.get(source.hash)) ?? new Uint8Array(0);
}

/** What {@link limitSize} leaves of a size. */
function halfSize(size: Size, maxSidePx: number): Size {
  let { widthPx, heightPx } = size;
  while (Math.max(widthPx, heightPx) > maxSidePx) {
    widthPx = Math.max(1, widthPx >> 1);
    heightPx = Math.max(1, heightPx >> 1);
  }
  return { widthPx, heightPx };
}

type Size = Pick<DecodedImage, 'widthPx' | 'heightPx'>;

/** Halves an image until neither side is longer than `maxSidePx`. */
export function limitSize(image: DecodedImage, maxSidePx: number): DecodedImage {
  let current = image;
  while (Math.max(current.widthPx, current.heightPx) > maxSidePx) current = halve(current);
  return current;
}

function halve(image: DecodedImage): DecodedImage {
  const widthPx = Math.max(1, image.widthPx >> 1);
  const heightPx = Math.max(1, image.heightPx >> 1);
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    const y1 = Math.min(image.heightPx - 1, 2 * y + 1);
    for (let x = 0; x < widthPx; x++) {
      const x1 = Math.min(image.widthPx - 1, 2 * x + 1);
      for (let k = 0; k < 4; k++) {
        const at = (px: number, py: number) => image.rgba[(py * image.widthPx + px) * 4 + k] ?? 0;
        rgba[(y * widthPx + x) * 4 + k] =
          (at(2 * x, 2 * y) + at(x1, 2 * y) + at(2 * x, y1) + at(x1, y1) + 2) >> 2;
      }
    }
  }
  return { widthPx, heightPx, rgba };
}
