import { TEXTURE_PREVIEW_PX } from '../../../contract/constants.ts';
import { drawSmall } from './draw-small.ts';
import { encodeCanvas } from './encode-canvas.ts';
import { readBaseColour } from './read-base-colour.ts';

/** A small copy of a picture or of a model's texture, see `ComputeApi.drawThumbnail`. */
export async function drawThumbnail(source: Blob, materialIndex?: number): Promise<Blob | null> {
  try {
    const image = materialIndex === undefined ? source : (await readBaseColour(source, materialIndex)).image;
    if (image === null) return null;
    const { canvas } = await drawSmall(image, 2 * TEXTURE_PREVIEW_PX);
    return await encodeCanvas(canvas, 0.8);
  } catch {
    return null;
  }
}
