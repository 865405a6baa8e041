import { Matrix4 } from 'three';
import type { StageModel } from '../../contract/stage.ts';
import type { LoadReport } from '../../contract/viewer-api.ts';
import { chooseAnisotropy } from './choose-anisotropy.ts';
import { loadModel } from './load-model.ts';
import { releaseModel, texturesOf } from './release-model.ts';
import type { Stage } from './stage.ts';
import type { LoadedModel } from './stage-model.ts';

/** The file's own textures are mostly seen from the front. */
const ANISOTROPY = 4;

/**
 * Loads a model and brings its textures to the graphics card: normalised, hidden nodes hidden.
 *
 * @param mustGoOn Throws when the model is no longer wanted; everything is freed then.
 * @throws AppError `file-empty`, `model-unreadable`, `model-too-complex`.
 */
export async function prepareModel(
  wanted: StageModel,
  stage: Stage,
  onProgress: (fraction: number) => void,
  mustGoOn: () => void,
): Promise<LoadedModel> {
  const { renderer } = stage;
  const model = await loadModel(wanted.glb, renderer, onProgress, wanted.variant ?? null);
  try {
    mustGoOn();
    // Upload texture by texture, so that input is answered in between.
    const textures = new Set(model.parts.flatMap(({ fileMaterial }) => texturesOf(fileMaterial)));
    for (const texture of textures) {
      texture.anisotropy = chooseAnisotropy(renderer, ANISOTROPY);
      renderer.initTexture(texture);
      await new Promise((resolve) => setTimeout(resolve));
      mustGoOn();
    }
    onProgress(0.9);
  } catch (error) {
    releaseModel(model);
    throw error;
  }
  normalise(model, wanted.normalisation);
  hideNodes(model, wanted.hiddenNodes);
  return model;
}

/** Stands a model in the stage frame by this matrix alone, column-major: turn, uniform scale and translation. */
export function normalise(model: LoadedModel, matrix: readonly number[]): void {
  const { position, quaternion, scale } = model.root;
  new Matrix4().fromArray([...matrix]).decompose(position, quaternion, scale);
}

/** Hides exactly these nodes, by glTF index. */
export function hideNodes(model: LoadedModel, nodes: readonly number[]): void {
  const hidden = new Set(nodes);
  for (const [index, object] of model.nodes) object.visible = !hidden.has(index);
}

/** What the page is told about a model that was decoded. */
export function reportLoad({ id }: StageModel, model: LoadedModel): LoadReport {
  const { unreadableImages, triangleCount, strayTriangleCount, motion } = model;
  const clips = motion.clips.map(({ name, seconds }) => ({ name, seconds }));
  return { id, unreadableImages, triangleCount, strayTriangleCount, clips };
}
