import { outputSize } from '../../../../../contract/files/output-size.ts';
import type { AiWish, RenderSpec } from '../../../../../contract/render-spec.ts';
import type { GraphDraft, Link } from '../graph/draft-graph.ts';
import type { ServerProfile } from '../graph/parts.ts';

/** What enlarging needs of an order whose graph is put together. */
export interface EnlargedOrder {
  readonly draft: GraphDraft;
  readonly recipe: RenderSpec;
  readonly profile: ServerProfile;
  /** Filled on the way. */
  readonly leftOut: Set<AiWish>;
  readonly models: Set<string>;
}

/** Makes a finished picture as large as the order asks for. */
export function enlarge({ draft, recipe, profile, leftOut, models }: EnlargedOrder, image: Link): Link {
  if (recipe.outputPx === undefined) return image;
  if (profile.upscaleModel === null) {
    leftOut.add('upscale');
    return image;
  }
  models.add(profile.upscaleModel);
  const model = draft.add('load-ai-model', 'upscale_load', 'UpscaleModelLoader', {
    model_name: profile.upscaleModel,
  });
  const large = draft.add('enlarge', 'upscale', 'ImageUpscaleWithModel', { upscale_model: model, image });
  const { widthPx, heightPx } = outputSize(recipe);
  return draft.add('enlarge', 'upscale_fit', 'ImageScale', {
    image: large,
    upscale_method: 'lanczos',
    width: widthPx,
    height: heightPx,
    crop: 'disabled',
  });
}
