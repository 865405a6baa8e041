import type { ContentHash } from '../contract/ids.ts';
import { decodePreview } from './images/decode-preview.ts';
import { drawBall } from './images/draw-ball.ts';
import { encodeMask } from './images/encode-mask.ts';
import { encodePreview, encodeRender } from './images/encode-pixels.ts';
import { inspectImage } from './images/open-image.ts';
import type { Pictures, RecipeFiles } from './images/pictures.ts';
import { prepareAvatar } from './images/prepare-avatar.ts';
import { averageMap, prepareMap } from './images/prepare-map.ts';
import { preparePicture } from './images/prepare-picture.ts';
import { prepareScreenshot } from './images/prepare-screenshot.ts';
import { prepareTexture } from './images/prepare-texture.ts';
import { shrinkImage } from './images/shrink-image.ts';
import { composeResult } from './renders/engines/comfyui/compose-result.ts';
import { prepareOrder } from './renders/engines/comfyui/prepare-images.ts';
import { measureFidelity } from './renders/fidelity/measure-fidelity.ts';

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
  encodePreview,
  decodePreview,
  prepareOrder: (recipe, files, graphPixels) => prepareOrder(recipe, readFrom(files), graphPixels),
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
