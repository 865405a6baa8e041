import { openImage } from './open-image.ts';

/**
 * True for a picture without what a camera or a program wrote beside its pixels: its bytes can stay as they are. A JPEG of four inks
 * (CMYK) is none: browsers show it, and no decoder of Studio reads it.
 */
export async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const { exif, xmp, iptc, orientation = 1, comments, space } = await openImage(bytes).metadata();
  return !exif && !xmp && !iptc && !comments?.length && orientation === 1 && space !== 'cmyk';
}
