import { FIDELITY_DEFAULT, STYLE_STRENGTH_DEFAULT } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { loadRecipeFile } from './load-recipe-file.ts';
import type { BundleContent } from './plan-bundle.ts';

/**
 * The content of the bundle of a finished render: the files of its own recipe, whatever the scene looks like by now.
 *
 * @throws AppError of a call; `not-found` for a file that the server has no longer.
 */
export async function collectRender(
  app: Pick<App, 'server' | 'queries'>,
  render: RenderBody,
  signal: AbortSignal,
): Promise<BundleContent> {
  const { recipe } = render;
  const { background, passes, scene } = recipe;
  const load = async (hash: ContentHash | null): Promise<Blob | null> =>
    hash === null ? null : loadRecipeFile(app, render.id, hash, signal);
  const [viewerImage, backdrop, style, lightMap, materials] = await Promise.all([
    load(passes.snapshot),
    load(background.kind === 'image' ? background.imageHash : null),
    load(recipe.style?.imageHash ?? null),
    load(passes.lightmap),
    Promise.all(
      recipe.masks.map(async (mask) => ({
        name: mask.materialName,
        mask: await load(mask.imageHash),
        texture: await load(mask.materialImageHash),
      })),
    ),
  ]);
  if (viewerImage === null) throw new AppError({ code: 'not-found' });
  return {
    source: { kind: 'render', render_id: render.id, engine: render.engine },
    model: { name: scene.modelName, sha256: scene.modelHash },
    width: recipe.widthPx,
    height: recipe.heightPx,
    seed: render.seed,
    is_seed_fixed: recipe.isSeedFixed,
    viewerImage,
    background: backdrop,
    style,
    prompt: recipe.positivePrompt,
    negativePrompt: recipe.useNegativePrompt ? recipe.negativePrompt : '',
    creativity: recipe.creativity,
    // Without a style its strength is what an order sends for none.
    styleStrength: recipe.style?.strength ?? STYLE_STRENGTH_DEFAULT,
    backgroundFidelity: background.kind === 'colour' ? FIDELITY_DEFAULT : background.fidelity,
    materials: materials.flatMap(({ name, mask, texture }) =>
      mask === null ? [] : [{ name, mask, texture }],
    ),
    lightMap,
  };
}
