import { Texture } from 'three';
import { MAX_IMAGE_PIXELS } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { dropExif } from '../../contract/files/drop-exif.ts';
import { readFileImageSize } from '../../tracer/gltf/read-image-size.ts';

/** Larger sides are scaled down: 4096 px with mipmaps are 85 MiB of graphics memory each. */
export const MAX_SIDE_PX = 4_096;

/**
 * Decodes an image for the graphics card, row 0 at the top, colours and alpha untouched, turned as its pixels are: coordinates
 * of textures know no EXIF orientation.
 *
 * @param maxSidePx What the card takes at most.
 * @returns A texture with `flipY` off; its bitmap is closed by `releaseTexture`.
 * @throws AppError `image-unreadable`, also for more than {@link MAX_IMAGE_PIXELS} and for SVG.
 */
export async function decodeTexture(image: Blob, name: string, maxSidePx: number): Promise<Texture> {
  try {
    const size = await readFileImageSize(image);
    if (size !== null && size.widthPx * size.heightPx > MAX_IMAGE_PIXELS) throw new Error('too many pixels');
    const limit = Math.min(MAX_SIDE_PX, maxSidePx);
    const shrink = size === null ? 1 : Math.min(1, limit / Math.max(size.widthPx, size.heightPx));
    const bitmap = await createImageBitmap(await dropExif(image), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
      ...(size !== null && shrink < 1
        ? {
            resizeWidth: Math.max(1, Math.round(size.widthPx * shrink)),
            resizeHeight: Math.max(1, Math.round(size.heightPx * shrink)),
            resizeQuality: 'high' as const,
          }
        : {}),
    });
    const texture = new Texture(bitmap);
    texture.flipY = false;
    texture.needsUpdate = true;
    return texture;
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name }, { cause });
  }
}

/** Frees a texture and the bitmap behind it, which three.js leaves open. */
export function releaseTexture(texture: Texture): void {
  const image: unknown = texture.source.data;
  texture.dispose();
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
}
