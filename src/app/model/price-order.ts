import type { ProjectSettings } from '../../contract/http/projects.ts';
import { pricePictures } from '../../contract/price-pictures.ts';
import type { OutputPx } from '../../contract/render-spec.ts';

/**
 * What an order costs in credits, shown before it is made (L18).
 *
 * @param cost Credits for one image of standard quality.
 * @param outputPx What the order enlarges its pictures to, null for none.
 */
export function priceOrder(settings: ProjectSettings, cost: number, outputPx: OutputPx | null): number {
  const { quality, width: widthPx, height: heightPx } = settings.render_settings;
  const enlarged = outputPx === null ? {} : { outputPx };
  return pricePictures({ batchSize: countImages(settings), quality, widthPx, heightPx, ...enlarged }, cost);
}

/** A fixed seed makes one image (H10). */
export function countImages(settings: ProjectSettings): number {
  return settings.fix_seed ? 1 : settings.render_settings.batch_size;
}
