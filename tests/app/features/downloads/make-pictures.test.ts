import { expect, it } from 'vitest';
import { makePicture } from '../../../../src/app/features/downloads/make-pictures.ts';
import type { ComputeApi } from '../../../../src/contract/compute-api.ts';

/** What is fetched of a picture, and as what it is taken. */
async function make(space: 'srgb' | 'display-p3', hasWide: boolean) {
  const fetched: string[] = [];
  const taken: string[] = [];
  const compute: Pick<ComputeApi, 'exportPicture'> = {
    exportPicture: async (image, _alpha, _wish, from) => {
      taken.push(from);
      return { image, widthPx: 1, heightPx: 1, enlargedBy: 1, isCutOff: false };
    },
  };
  const app = {
    server: {
      file: async (address: string) => {
        fetched.push(address);
        return new Blob();
      },
    },
    compute: () => compute,
  };
  const picture = {
    render: { id: 1, recipe: { passes: { alpha: null } } },
    image: { image: 'picture', wide: hasWide ? 'wide' : null, layers: [{ kind: 'deep', url: 'deep' }] },
  };
  const wish = { channel: null, format: 'png', isTransparent: false, space } as const;
  await makePicture(app as never, picture as never, wish, new AbortController().signal);
  return [fetched, taken];
}

it('Display P3 comes from the light where that was kept, and from sRGB elsewhere', async () => {
  expect(await make('display-p3', true)).toEqual([['wide'], ['display-p3']]);
  expect(await make('display-p3', false)).toEqual([['picture'], ['srgb']]);
  expect(await make('srgb', true)).toEqual([['picture'], ['srgb']]);
});
