import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { PackBody } from '../../contract/http/billing.ts';
import type { Deps } from '../deps.ts';

/** The packs of credits, cheapest first; none where nothing is sold. */
export function listPacks(deps: Pick<Deps, 'config' | 'services'>, language: AccountLanguage): PackBody[] {
  if (deps.services.payments === null) return [];
  const { catalogue, renderCost } = deps.config;
  const { currency } = catalogue;
  return catalogue.packs
    .map(({ id, name, price, credits, is_active }) => {
      const images = renderCost === 0 ? 0 : credits / renderCost;
      const price_per_image = images === 0 ? 0 : Math.round((price / images) * 100) / 100;
      const approx_images = Math.floor(images);
      return {
        id,
        name: name[language],
        price,
        currency,
        credits,
        is_active,
        approx_images,
        price_per_image,
      };
    })
    .sort((a, b) => a.price - b.price);
}
