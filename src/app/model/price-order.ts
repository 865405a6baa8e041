import { OUTPUT_PRICE, QUALITY_PRICE } from '../../contract/constants.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { OutputPx, RenderQuality, RenderSpec } from '../../contract/render-spec.ts';

/**
 * What an order costs in credits, shown before it is made (L18): images x cost x factors of quality and enlarging,
 * rounded up as the server does.
 *
 * @param cost Credits for one image of standard quality.
 * @param outputPx What the order enlarges its pictures to, null for none.
 */
export function priceOrder(settings: ProjectSettings, cost: number, outputPx: OutputPx | null): number {
  return price(countImages(settings), cost, settings.render_settings.quality, outputPx);
}

/** What running a recipe again costs today. */
export function priceRecipe(
  recipe: Pick<RenderSpec, 'batchSize' | 'quality' | 'outputPx'>,
  cost: number,
): number {
  return price(recipe.batchSize, cost, recipe.quality, recipe.outputPx ?? null);
}

/** A fixed seed makes one image (H10). */
export function countImages(settings: ProjectSettings): number {
  return settings.fix_seed ? 1 : settings.render_settings.batch_size;
}

function price(images: number, cost: number, quality: RenderQuality, outputPx: OutputPx | null): number {
  return Math.ceil(images * cost * QUALITY_PRICE[quality] * (outputPx === null ? 1 : OUTPUT_PRICE[outputPx]));
}
