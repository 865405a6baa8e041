import { expect, test } from 'vitest';
import { inSequence, listPictures } from '../../../../src/app/features/gallery/list-pictures.ts';
import type { RenderBody } from '../../../../src/contract/http/renders.ts';
import { hashOf, makeMask, makeRecipe } from '../../../support/ai-recipe.ts';
import { LATE_TEXTS } from '../../../support/late-texts.ts';

const address = (name: string) => `/files/${name}`;

/** A render of two pictures that are the same file, with a material that is kept and one of the library. */
function makeRender(): RenderBody {
  const recipe = makeRecipe({
    widthPx: 200,
    heightPx: 100,
    masks: [
      makeMask('shell', { materialName: 'Oak', materialImageHash: hashOf('oak') }),
      makeMask('kept', { materialName: 'Band, Rim', materialImageHash: null, isLocked: true }),
    ],
  });
  const image = {
    image: address('render'),
    thumbnail: address('small'),
    image_hash: hashOf('render'),
    width: 400,
    height: 100,
    fidelity: null,
  };
  const images = [0, 1].map((index) => ({ ...image, batch_index: index }));
  return {
    applied_masks: recipe.masks.map((mask) => ({
      mask_name: mask.maskName,
      material_name: mask.materialName,
      mask_image_url: address(mask.maskName),
      material_image_url: mask.materialImageHash === null ? null : address('oak'),
    })),
    output_images: images,
    viewer_snapshot_url: address('snapshot'),
    outline_snapshot_url: null,
    recipe,
  } as unknown as RenderBody;
}

test.each(['en', 'es'] as const)('full screen goes through all pictures in one sequence, %s', (language) => {
  const render = makeRender();
  const { depth } = render.recipe.passes;
  const files = depth === null ? {} : { [depth]: address('depth') };
  const texts = LATE_TEXTS[language];
  const { gallery } = texts;
  const pictures = inSequence(listPictures(render, files, () => undefined, texts));
  expect(pictures.map(({ name }) => name)).toEqual([
    gallery.viewerSnapshot,
    ...(depth === null ? [] : [gallery.depth]),
    gallery.outputOf(1),
    gallery.outputOf(2),
    gallery.maskOf('Oak'),
    gallery.materialOf('Oak'),
    gallery.maskOf('Band, Rim'),
  ]);
  // Each can be told from the others, also where two are the same file.
  expect(new Set(pictures.map(({ key }) => key)).size).toBe(pictures.length);
  expect(pictures.map(({ aspect }) => aspect)).toEqual(
    pictures.map(({ key }) => (key.startsWith('output') ? 4 : key.startsWith('material') ? 1 : 2)),
  );
});
