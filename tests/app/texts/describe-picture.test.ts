import { expect, test } from 'vitest';
import { describePicture, describeSale } from '../../../src/app/texts/describe-picture.ts';
import { textsOf } from '../../../src/app/texts/load-texts.ts';
import { recipeOfPicture } from '../../../src/app/texts/recipe-of-picture.ts';
import { isForSale } from '../../../src/contract/family-titles.ts';
import { RecipePicture } from '../../../src/contract/files/recipe-picture.ts';
import type { FoundLight, KeptProduct, RenderBody } from '../../../src/contract/http/renders.ts';
import type { Provenance, RenderSpec } from '../../../src/contract/render-spec.ts';
import { FAMILIES } from '../../../src/server/renders/engines/comfyui/families/list-families.ts';
import { makeRecipe } from '../../support/ai-recipe.ts';

const [en, es] = [textsOf('en'), textsOf('es')];

const LIGHT: FoundLight = {
  azimuth_degrees: 90,
  elevation_degrees: 20,
  softness: 0.1,
  colour: '#ffffff',
  ambient: '#ffffff',
  confidence: 0.9,
};
const KEPT: KeptProduct = {
  compared_pixels: 1234,
  changed_pixels: 0,
  product_hash: 'a'.repeat(64) as KeptProduct['product_hash'],
  light: null,
  shift_px: 0,
  has_slid: false,
  is_repainted: false,
};

/** A render of two pictures, of which different models painted one each. */
function makeRender(keepsProduct: RenderSpec['keepsProduct'], kept: Partial<KeptProduct> | null = {}) {
  const made = (family: string, licence: string, firstImage: number): Provenance => ({
    server: '',
    serverVersion: '0.3.57',
    checkpoint: '',
    models: [],
    nodeClasses: [],
    graphHash: 'b'.repeat(64) as Provenance['graphHash'],
    leftOut: firstImage === 0 ? ['style'] : [],
    firstImage,
    images: 1,
    family,
    licence,
  });
  const { keepsProduct: _, ...recipe } = makeRecipe({});
  const image = (index: number) => ({
    batch_index: index,
    kept_product: kept === null ? null : { ...KEPT, ...kept },
    fidelity: null,
  });
  const body = {
    recipe: keepsProduct === undefined ? recipe : { ...recipe, keepsProduct },
    provenance: [made('klein-4b', 'Apache-2.0', 0), made('klein-9b', 'FLUX Non-Commercial', 1)],
    warnings: [{ kind: 'not-drawn', name: 'KHR_materials_dispersion' }],
    output_images: [image(0), image(1)],
  };
  const render = body as unknown as RenderBody;
  return { render, images: render.output_images };
}

test('a product as painted, of which no sure light was found, says that it has the person’s own', () => {
  const say = (keeps: RenderSpec['keepsProduct'], light: FoundLight | null, texts = en) => {
    const { render, images } = makeRender(keeps, { light });
    return describePicture(texts, render, images[0]!).join(' ');
  };
  expect(say('as-painted', null)).toContain(
    'No sure light was found in what was painted: the product is in your light.',
  );
  expect(say('as-painted', null, es)).toContain('no se encontró una luz segura');
  expect(say('studio', null)).toContain('In your light.');
  expect(say('studio', null)).not.toContain('sure light');
  expect(say('as-painted', LIGHT)).toContain('In the light that was painted: from the right.');
});

test('a picture says which licence it came with, and one that may not be sold says so', () => {
  const { render, images } = makeRender('studio');
  expect(describeSale(en, render, images[0]!)).toBeNull();
  expect(describeSale(en, render, images[1]!)).toBe(
    'Not for sale: FLUX.2 klein 9B painted it, and its licence (FLUX Non-Commercial) does not let pictures be sold.',
  );
  expect(describePicture(en, render, images[0]!)).toContain('Licence of the model: Apache-2.0');
  for (const { name, isCommercial } of FAMILIES)
    expect([name, isForSale(name)]).toEqual([name, isCommercial]);
});

test('a saved picture carries what was left out, not drawn and not kept, and how it is licensed', () => {
  const { render, images } = makeRender('as-painted', { has_slid: true });
  const carried = recipeOfPicture(en, render, images[1]!);
  expect(carried.notes).toEqual(describePicture(en, render, images[1]!));
  const all = carried.notes!.join(' ');
  expect(all).toContain('FLUX Non-Commercial');
  expect(all).toContain('This server could not follow the style picture.');
  expect(all).toContain('Studio cannot draw this of the model');
  expect(all).toContain('does not quite fit the product');
  expect(all).toContain('No sure light was found');
  expect(RecipePicture.parse(JSON.parse(JSON.stringify(carried))).notes).toEqual(carried.notes);
});

test('a picture of which there is nothing to say carries its recipe alone', () => {
  const { render, images } = makeRender(undefined, null);
  const plain = { ...render, provenance: [], warnings: [] };
  expect(recipeOfPicture(en, plain, images[0]!)).toEqual({
    version: 1,
    recipe: render.recipe,
    imageIndex: 0,
  });
});

test('a product that was kept apart is not said to differ from the stage, which has another light', () => {
  const far = { edges: 1, colours: [{ material_id: 'a', material_name: 'Walnut', difference: 9 }] };
  const say = (kept: Partial<KeptProduct> | null) => {
    const { render, images } = makeRender(kept === null ? undefined : 'as-painted', kept);
    return describePicture(en, render, { ...images[0]!, fidelity: far } as never).join(' ');
  };
  expect(say(null)).toContain('Look closely');
  expect(say({})).not.toContain('Look closely');
  expect(say({ changed_pixels: 3 })).toContain('3');
});

test.each([
  ['en', en, /send (it|the picture) back/i],
  ['es', es, /devu[eé]lve/i],
] as const)(
  'in %s what is to be known of a picture asks nobody to send it back, who may not be able to',
  (_, texts, wish) => {
    const { render, images } = makeRender('studio', { has_slid: true, changed_pixels: 5 });
    const said = describePicture(texts, render, images[0]!).join(' ');
    expect(said).toContain('Studio');
    expect(said).not.toMatch(wish);
    expect(JSON.stringify(recipeOfPicture(texts, render, images[0]!))).not.toMatch(wish);
  },
);
