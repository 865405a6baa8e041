import { isAbort } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { SceneMaterial, SceneTexture } from '../scene.ts';
import type { DecodedImage, ImageDecoder } from './decode-image.ts';
import type { TextureRequest } from './texture-request.ts';

/** Larger textures are halved until they fit: 4096 px are 64 MB, and twice the largest picture. */
export const MAX_TEXTURE_PX = 4096;

const WHITE: DecodedImage = { widthPx: 1, heightPx: 1, rgba: Uint8Array.of(255, 255, 255, 255) };
const FLAT_NORMAL: DecodedImage = { widthPx: 1, heightPx: 1, rgba: Uint8Array.of(128, 128, 255, 255) };

/**
 * Decodes the images of a model, each once. An image that cannot be read becomes one neutral pixel, as in the viewer.
 *
 * @param onUnreadable Told the name of each image that was replaced.
 */
export async function decodeTextures(
  requests: readonly TextureRequest[],
  materials: readonly SceneMaterial[],
  files: ReadonlyMap<ContentHash, Uint8Array>,
  decoder: ImageDecoder,
  onUnreadable: (name: string) => void,
): Promise<SceneTexture[]> {
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
    const bytes = source.kind === 'embedded' ? source.bytes : files.get(source.hash);
    let image = decoded.get(key);
    if (image === undefined) {
      const name = source.kind === 'embedded' ? source.name : source.hash;
      try {
        image = limitSize(await decoder.decode(bytes ?? new Uint8Array(0), name), MAX_TEXTURE_PX);
        decoded.set(key, image);
      } catch (error) {
        if (isAbort(error)) throw error;
        onUnreadable(name);
        image = normalMaps.has(index) ? FLAT_NORMAL : WHITE;
      }
    }
    textures.push({ ...image, isSrgb, wrapS, wrapT, isSmooth });
  }
  return textures;
}

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
