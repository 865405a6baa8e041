import type { ContentHash } from '../../contract/ids.ts';
import { composeResult } from '../renders/engines/comfyui/graph/compose-result.ts';
import { prepareOrder } from '../renders/engines/comfyui/graph/prepare-images.ts';
import { settleSurroundings } from '../renders/engines/hero/settle-surroundings.ts';
import { measureFidelity } from '../renders/fidelity/measure-fidelity.ts';
import { decodePreview } from './decode-preview.ts';
import { drawBall } from './draw-ball.ts';
import { encodeMask } from './encode-mask.ts';
import { encodePreview, encodeRender, encodeSmall } from './encode-pixels.ts';
import { inspectImage } from './open-image.ts';
import type { Pictures, RecipeFiles } from './pictures.ts';
import { prepareAvatar } from './prepare-avatar.ts';
import { averageMap, prepareMap } from './prepare-map.ts';
import { preparePicture } from './prepare-picture.ts';
import { prepareScreenshot } from './prepare-screenshot.ts';
import { prepareTexture } from './prepare-texture.ts';
import { shrinkImage } from './shrink-image.ts';

/** The work itself, done wherever this is called: for `picture-process.ts`, and for tests. */
export const pictureWork: Pictures = {
  inspectImage,
  preparePicture,
  prepareMap,
  averageMap,
  drawBall,
  prepareTexture,
  prepareAvatar,
  prepareScreenshot,
  encodeMask,
  shrinkImage,
  encodeRender,
  encodeSmall,
  encodePreview,
  decodePreview,
  prepareOrder: (recipe, files, graphPixels, canvas, plate) =>
    prepareOrder(recipe, readFrom(files), graphPixels, canvas, plate),
  settleSurroundings,
  composeResult: (bytes, recipe, files) => composeResult(bytes, recipe, readFrom(files)),
  measureFidelity: (recipe, finished, files) => measureFidelity(recipe, finished, readFrom(files)),
};

function readFrom(files: RecipeFiles): (hash: ContentHash) => Promise<Uint8Array> {
  return async (hash) => {
    const bytes = files.get(hash);
    if (bytes === undefined) throw new Error(`${hash} did not come along`);
    return bytes;
  };
}
