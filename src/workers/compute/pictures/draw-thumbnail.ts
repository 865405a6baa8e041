import { TEXTURE_PREVIEW_PX } from '../../../contract/constants.ts';
import { dropExif } from '../../../contract/files/drop-exif.ts';
import { readBaseColour } from '../gltf/read-base-colour.ts';
import { drawSmall } from './draw-small.ts';
import { encodeCanvas } from './encode-canvas.ts';

/** A small copy of a picture or of a model's texture, see `ComputeApi.drawThumbnail`. */
export async function drawThumbnail(source: Blob, materialIndex?: number): Promise<Blob | null> {
  try {
    const isTexture = materialIndex !== undefined;
    const image = isTexture ? (await readBaseColour(source, materialIndex)).image : source;
    if (image === null) return null;
    // As the stage has it.
    const { canvas } = await drawSmall(isTexture ? await dropExif(image) : image, 2 * TEXTURE_PREVIEW_PX);
    return await encodeCanvas(canvas, 0.8);
  } catch {
    return null;
  }
}
