import type { AiWish, RenderSpec } from '../../../../../contract/render-spec.ts';
import type { FoundFamily, ServerProfile } from '../graph/parts.ts';

/** Of a model that edits by instruction and with pictures: all but what enlarges is followed. */
export function listLackingOfEditing(
  recipe: RenderSpec,
  _found: FoundFamily,
  profile: ServerProfile,
): AiWish[] {
  return lacksUpscale(recipe, profile) ? ['upscale'] : [];
}

/**
 * Of a model that paints from a text: no picture tells it of a style or a material.
 *
 * @param isTaught It has what paints around a product that is kept.
 */
export function listLackingOfText(recipe: RenderSpec, isTaught: boolean, profile: ServerProfile): AiWish[] {
  const keeps = recipe.keepsProduct !== undefined;
  const wishesMaterials = !keeps && recipe.masks.some(({ materialImageHash }) => materialImageHash !== null);
  const lacking: [AiWish, boolean][] = [
    ['structure', keeps && !isTaught],
    ['style', recipe.style !== null && recipe.style.strength > 0],
    ['materials', wishesMaterials],
    ['upscale', lacksUpscale(recipe, profile)],
  ];
  return lacking.flatMap(([wish, isLacking]) => (isLacking ? [wish] : []));
}

function lacksUpscale({ outputPx }: RenderSpec, { upscaleModel }: ServerProfile): boolean {
  return outputPx !== undefined && upscaleModel === null;
}
