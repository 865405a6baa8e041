import { isForSale, titleOfFamily } from '../../contract/family-titles.ts';
import type { FoundLight, RenderBody } from '../../contract/http/renders.ts';
import { isFlagged } from '../../contract/judge-picture.ts';
import type { Provenance } from '../../contract/render-spec.ts';
import { lateTextsOf } from './load-texts.ts';
import type { Texts } from './use-texts.ts';

type Words = Pick<Texts, 't' | 'format' | 'language'>;
type Image = RenderBody['output_images'][number];

/** Above this the key light comes from above more than from any side. */
const TOP_DEGREES = 65;

/** What of an order its engine could not follow, and what it drew in another way than the scene has it. */
export function describeLeftOut(
  { t, language }: Words,
  { provenance, warnings }: Pick<RenderBody, 'provenance' | 'warnings'>,
): readonly string[] {
  const { result } = lateTextsOf(language);
  const wishes = new Set(provenance.flatMap(({ leftOut }) => leftOut));
  const sentences = [
    ...[...wishes].map((wish) => result.leftOut[wish]),
    ...warnings.map(({ kind, name }) => {
      if (kind === 'not-drawn') return result.notDrawn(t.models.feature(name));
      if (kind === 'product-not-kept') return result.productNotKept[name];
      return kind === 'unreadable-image' ? result.unreadableImage(name) : result.unreadableProfile(name);
    }),
  ];
  return [...new Set(sentences)];
}

/** How the product of a picture was kept that an AI painted around. */
export interface KeptSentences {
  readonly isChanged: boolean;
  /** How many of its pixels are Studio's. */
  readonly pixels: string;
  /** Who painted around it, its light, and that it was painted twice. */
  readonly about: readonly string[];
  /** What does not fit; null: nothing is known. */
  readonly slid: string | null;
}

/** Null of a picture whose product was not kept apart. */
export function describeKept(
  { format, language }: Words,
  { provenance, recipe }: Pick<RenderBody, 'provenance' | 'recipe'>,
  image: Image,
): KeptSentences | null {
  const { keptProduct: t } = lateTextsOf(language);
  const kept = image.kept_product;
  if (kept === null) return null;
  const family = painterOf(provenance, image)?.family;
  const [all, changed] = [format.number(kept.compared_pixels), format.number(kept.changed_pixels)];
  const isChanged = kept.changed_pixels > 0;
  const ownLight = recipe.keepsProduct === 'as-painted' ? t.noSureLight : t.ownLight;
  return {
    isChanged,
    pixels: isChanged ? t.changed(changed, all) : t.unchanged(all),
    about: [
      ...(family === undefined ? [] : [t.around(titleOfFamily(family))]),
      kept.light === null ? ownLight : t.foundLight(t.sides[sideOf(kept.light)]),
      ...(kept.is_repainted ? [t.repainted] : []),
    ],
    slid: kept.has_slid ? t.slid : null,
  };
}

/** That a picture may not be sold, by the licence of the model that painted it; null where nothing says so. */
export function describeSale(
  { language }: Words,
  { provenance }: Pick<RenderBody, 'provenance'>,
  image: Image,
): string | null {
  const { family, licence } = painterOf(provenance, image) ?? {};
  if (family === undefined || isForSale(family)) return null;
  return lateTextsOf(language).keptProduct.notForSale(titleOfFamily(family), licence ?? '');
}

/** All that is to be known of a picture beside its recipe, for who has nothing but the picture. */
export function describePicture(texts: Words, render: RenderBody, image: Image): readonly string[] {
  const { keptProduct, fidelity } = lateTextsOf(texts.language);
  const kept = describeKept(texts, render, image);
  const sale = describeSale(texts, render, image);
  const licence = painterOf(render.provenance, image)?.licence;
  return [
    ...(licence === undefined ? [] : [`${keptProduct.licence}: ${licence}`]),
    ...(sale === null ? [] : [sale]),
    ...(kept === null ? [] : [kept.pixels, ...kept.about, ...(kept.slid === null ? [] : [kept.slid])]),
    ...(image.kept_product === null && isFlagged(image.fidelity) ? [fidelity.flaggedHelp] : []),
    ...describeLeftOut(texts, render),
  ];
}

/** Who painted a picture. Painted a second time, it is the last one's. */
function painterOf(provenance: readonly Provenance[], { batch_index: at }: Image): Provenance | undefined {
  return provenance.findLast(({ firstImage, images }) => at >= firstImage && at < firstImage + images);
}

/** Where a key light stands, as a person would say it. */
function sideOf({ azimuth_degrees: azimuth, elevation_degrees: elevation }: FoundLight) {
  if (elevation > TOP_DEGREES) return 'top';
  if (Math.abs(azimuth) < 45) return 'front';
  if (Math.abs(azimuth) > 135) return 'back';
  return azimuth > 0 ? 'right' : 'left';
}
