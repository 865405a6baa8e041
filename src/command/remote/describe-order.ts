import { captureSize } from '../../contract/camera/picture-frame.ts';
import type { RecipePicture } from '../../contract/files/recipe-picture.ts';
import type { ProjectId } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { fidelityToWire } from '../../contract/scene/background-fidelity.ts';
import type { ServerItems } from './bring-pictures.ts';
import { RemoteError } from './remote-error.ts';

/** Of the picture of a stage that nobody took. */
const GREY = 0x80;

/**
 * The fields of an order that the server freezes to the recipe of this one picture, but for what only its own can be. Painted
 * light is a file beside them.
 *
 * @throws RemoteError `style-unknown` for a style that the server's library has not: an order names no other.
 */
export function describeOrder(
  { recipe, imageIndex }: Pick<RecipePicture, 'recipe' | 'imageIndex'>,
  project: ProjectId,
  items: ServerItems,
): ReadonlyMap<string, string> {
  const { scene, camera, background } = recipe;
  const { fovDegrees: fov, ...pose } = camera;
  return new Map([
    ['project_id', String(project)],
    ['renderview_parameters', JSON.stringify({ ...pose, fov })],
    ['scene', JSON.stringify(scene)],
    ...describeBackground(background, items.background),
    ...describeStyle(recipe.style, items.style),
    ['positive_prompt', recipe.positivePrompt],
    ['negative_prompt', recipe.negativePrompt],
    ['use_negative_prompt', String(recipe.useNegativePrompt)],
    ['draws_without', String(recipe.drawsWithout === true)],
    ['keep_layers', String(recipe.keepsLayers === true)],
    ['creativity', String(recipe.creativity)],
    ['fix_seed', 'true'],
    // As the engine counts on through a batch.
    ['seed', String(Number(recipe.seed) + imageIndex)],
    ['width', String(recipe.widthPx)],
    ['height', String(recipe.heightPx)],
    ['quality', recipe.quality],
    ['engine', 'studio'],
  ]);
}

function describeBackground(
  background: RenderSpec['background'],
  item: ServerItems['background'],
): [string, string][] {
  if (background.kind === 'colour') return [['background_color', background.colour]];
  if (background.kind !== 'image') throw new Error(`no order has a ${background.kind}`);
  const fidelity: [string, string] = ['background_fidelity', String(fidelityToWire(background.fidelity))];
  if (item !== null) return [['background_id', String(item)], fidelity];
  const { gradient } = background;
  return [
    ['background_hash', background.imageHash],
    fidelity,
    ...(gradient === undefined
      ? []
      : [['background_gradient', JSON.stringify(gradient)] as [string, string]]),
  ];
}

function describeStyle(style: RenderSpec['style'], item: ServerItems['style']): [string, string][] {
  if (style === null) return [];
  if (item === null) {
    const sentence = `The server's library has no style “${style.name}”, which this picture was made in.`;
    throw new RemoteError('style-unknown', sentence);
  }
  return [
    ['style_id', String(item)],
    ['style_strength', String(style.strength)],
  ];
}

/** An order brings a picture of the stage: here a grey one, of the size that it must have. */
export async function drawSnapshot({ widthPx, heightPx }: RenderSpec): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = captureSize(widthPx, heightPx);
  const { encodeRender } = await import('../../server/images/encode-pixels.ts');
  const rgba = new Uint8Array(width * height * 4).fill(GREY);
  const { png } = await encodeRender({ rgba, widthPx: width, heightPx: height }, 64);
  return new Uint8Array(png);
}
