import { QUALITY_PRICE } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';

/**
 * What an order costs in credits, shown before it is made (L18): images x cost x factor of the quality, rounded up as
 * the server does.
 *
 * @param cost Credits for one image of standard quality.
 */
export function priceOrder(settings: ProjectSettings, cost: number): number {
  return Math.ceil(countImages(settings) * cost * QUALITY_PRICE[settings.render_settings.quality]);
}

/** A fixed seed makes one image (H10). */
export function countImages(settings: ProjectSettings): number {
  return settings.fix_seed ? 1 : settings.render_settings.batch_size;
}
