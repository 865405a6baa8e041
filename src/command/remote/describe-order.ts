import { captureSize } from '../../contract/camera/picture-frame.ts';
import type { LibraryItemId, ProjectId } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import { fidelityToWire } from '../../contract/scene/background-fidelity.ts';

/** Of the picture of a stage that nobody took. */
const GREY = 0x80;

/** The fields of an order that the server freezes to this recipe, but for what only its own can be. */
export function describeOrder(
  recipe: RenderSpec,
  project: ProjectId,
  backgroundItem: LibraryItemId | null,
): ReadonlyMap<string, string> {
  const { scene, camera, background } = recipe;
  const { fovDegrees: fov, ...pose } = camera;
  return new Map([
    ['project_id', String(project)],
    ['renderview_parameters', JSON.stringify({ ...pose, fov })],
    ['scene', JSON.stringify(scene)],
    ...describeBackground(background, backgroundItem),
    ['positive_prompt', recipe.positivePrompt],
    ['negative_prompt', recipe.negativePrompt],
    ['use_negative_prompt', String(recipe.useNegativePrompt)],
    ['draws_without', String(recipe.drawsWithout === true)],
    ['keep_layers', String(recipe.keepsLayers === true)],
    ['creativity', String(recipe.creativity)],
    ['fix_seed', 'true'],
    ['seed', recipe.seed],
    ['width', String(recipe.widthPx)],
    ['height', String(recipe.heightPx)],
    ['quality', recipe.quality],
    ['engine', 'studio'],
  ]);
}

function describeBackground(
  background: RenderSpec['background'],
  item: LibraryItemId | null,
): [string, string][] {
  if (background.kind === 'colour') return [['background_color', background.colour]];
  if (background.kind !== 'image') throw new Error(`no order has a ${background.kind}`);
  const fidelity: [string, string] = ['background_fidelity', String(fidelityToWire(background.fidelity))];
  return item === null
    ? [['background_hash', background.imageHash], fidelity]
    : [['background_id', String(item)], fidelity];
}

/** An order brings a picture of the stage: here a grey one, of the size that it must have. */
export async function drawSnapshot({ widthPx, heightPx }: RenderSpec): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = captureSize(widthPx, heightPx);
  const { encodeRender } = await import('../../server/images/encode-pixels.ts');
  const rgba = new Uint8Array(width * height * 4).fill(GREY);
  const { png } = await encodeRender({ rgba, widthPx: width, heightPx: height }, 64);
  return new Uint8Array(png);
}
