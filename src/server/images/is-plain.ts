import { openImage } from './open-image.ts';

/** True for a picture without what a camera or a program wrote beside its pixels: its bytes can stay as they are. */
export async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const { exif, xmp, iptc, orientation = 1, comments } = await openImage(bytes).metadata();
  return !exif && !xmp && !iptc && !comments?.length && orientation === 1;
}
