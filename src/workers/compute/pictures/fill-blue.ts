import { drawPixels, writePng } from './convert-image.ts';

/**
 * A roughness map as glTF wants one on metal: roughness in green, and a blue that leaves the metalness alone (glTF 2.0,
 * 3.9.2).
 */
export async function fillBlue(image: Blob): Promise<Blob> {
  const pixels = await drawPixels(image, image.type);
  for (let at = 2; at < pixels.rgba.length; at += 4) pixels.rgba[at] = 255;
  return writePng(pixels);
}
