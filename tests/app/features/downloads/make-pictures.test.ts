import { expect, it } from 'vitest';
import { makePicture } from '../../../../src/app/features/downloads/make-pictures.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { ComputeApi } from '../../../../src/contract/compute-api.ts';
import type { PictureWish } from '../../../../src/contract/files/channel-presets.ts';

/** What is fetched of a picture, and as what it is taken. */
async function make(space: 'srgb' | 'display-p3', hasWide: boolean, changes: Partial<PictureWish> = {}) {
  const fetched: string[] = [];
  const taken: string[] = [];
  const carried: number[] = [];
  const compute: Pick<ComputeApi, 'exportPicture' | 'writeRecipe'> = {
    writeRecipe: async (image, { imageIndex }) => {
      carried.push(imageIndex);
      return image;
    },
    exportPicture: async (image, _alpha, _wish, from) => {
      taken.push(from);
      return { image, widthPx: 1, heightPx: 1, enlargedBy: 1, isCutOff: false };
    },
  };
  const app = {
    texts: () => textsOf('en'),
    server: {
      file: async (address: string) => {
        fetched.push(address);
        return new Blob();
      },
    },
    compute: () => compute,
  };
  const picture = {
    render: { id: 1, recipe: { passes: { alpha: null } }, provenance: [], warnings: [] },
    image: {
      batch_index: 2,
      kept_product: null,
      fidelity: null,
      image: 'picture',
      wide: hasWide ? 'wide' : null,
      layers: [{ kind: 'deep', url: 'deep' }],
    },
  };
  const wish = { channel: null, format: 'png', isTransparent: false, space, ...changes } as const;
  await makePicture(app as never, picture as never, wish, new AbortController().signal);
  return [fetched, taken, carried];
}

it('Display P3 comes from the light where that was kept, and from sRGB elsewhere', async () => {
  expect(await make('display-p3', true)).toEqual([['wide'], ['display-p3'], [2]]);
  expect(await make('display-p3', false)).toEqual([['picture'], ['srgb'], [2]]);
  expect(await make('srgb', true)).toEqual([['picture'], ['srgb'], [2]]);
});

it('a PNG as it was made brings its recipe back; what is for a shop, or no PNG, has none', async () => {
  expect((await make('srgb', false))[2]).toEqual([2]);
  expect((await make('srgb', false, { isTransparent: true }))[2]).toEqual([2]);
  expect((await make('srgb', false, { channel: 'shopify' }))[2]).toEqual([]);
  expect((await make('srgb', false, { format: 'webp' }))[2]).toEqual([]);
});
