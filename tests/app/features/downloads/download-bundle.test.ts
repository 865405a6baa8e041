import { afterEach, expect, test, vi } from 'vitest';
import { downloadBundle } from '../../../../src/app/features/downloads/download-bundle.ts';
import { downloadPictures } from '../../../../src/app/features/downloads/download-pictures.ts';
import type { ChosenPicture } from '../../../../src/app/orders/name-picture.ts';
import type { PictureWish } from '../../../../src/contract/files/channel-presets.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

afterEach(() => vi.unstubAllGlobals());

const WISH: PictureWish = { channel: 'shopify', format: 'webp', isTransparent: false };
const { signal } = new AbortController();

/** The file that a person chooses: what was written to it, and whether it was taken back. */
function offerFile() {
  const file = { name: 'chosen.zip', bytes: 0, isRemoved: false };
  const handle = {
    name: file.name,
    createWritable: async () => ({
      write: async ({ size }: Blob) => void (file.bytes += size),
      close: async () => undefined,
      abort: async () => undefined,
    }),
    remove: async () => void (file.isRemoved = true),
  };
  vi.stubGlobal('window', { showSaveFilePicker: async () => handle });
  return file;
}

function pictures(count: number): ChosenPicture[] {
  const images = Array.from({ length: count }, (_, index) => ({
    image: `/files/${index}`,
    batch_index: index,
  }));
  const render = {
    id: 3,
    group: null,
    view_ids: [],
    output_images: images,
    recipe: { scene: { modelName: 'Chair.glb', variant: null }, passes: { alpha: null } },
  };
  return images.map((image) => ({ render, image }) as unknown as ChosenPicture);
}

function openApp(enlargedBy = 1) {
  const outside = createFakeOutside(createFakeServer());
  const compute = {
    ...outside.workers.compute(),
    exportPicture: async () => ({
      image: new Blob(['picture']),
      widthPx: 2048,
      heightPx: 2048,
      enlargedBy,
      isCutOff: false,
    }),
  };
  const app = createTestApp({ ...outside, workers: { ...outside.workers, compute: () => compute } });
  return Object.assign(app, { server: { ...app.server, file: async () => new Blob(['made']) } });
}

test('who leaves the question gets nothing, and nothing is done', async () => {
  const left = async () => {
    throw new DOMException('left', 'AbortError');
  };
  vi.stubGlobal('window', { showSaveFilePicker: left });
  // Without a stage the work itself would fail.
  expect(await downloadBundle(openApp(), null, () => undefined, signal)).toBeNull();
  expect(await downloadPictures(openApp(), pictures(2), WISH, () => undefined, signal)).toBeNull();
});

test('a file that stays empty is taken back', async () => {
  const file = offerFile();
  await expect(downloadBundle(openApp(), null, () => undefined, signal)).rejects.toMatchObject({
    failure: { code: 'export-empty' },
  });
  expect(file).toMatchObject({ bytes: 0, isRemoved: true });
});

test('several pictures go into the chosen file, and those that were enlarged are named', async () => {
  const file = offerFile();
  const told: number[] = [];
  const made = await downloadPictures(openApp(2.4), pictures(2), WISH, (share) => told.push(share), signal);
  expect(made).toEqual({
    name: 'chosen.zip',
    enlarged: ['chair_01_shopify.webp', 'chair_02_shopify.webp'],
    cutOff: [],
  });
  expect(file.bytes).toBeGreaterThan(100);
  expect(file.isRemoved).toBe(false);
  expect(told.slice(0, 2)).toEqual([0.45, 0.9]);
});
