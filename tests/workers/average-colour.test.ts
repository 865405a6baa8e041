import { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { SphereGeometry } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../support/browser.ts';
import { addShape, writeGlb } from '../support/tiny-model.ts';
import { base64, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

/** Left half one colour, right half another. */
async function makeHalves(sidePx: number, left: string, right: string): Promise<Uint8Array> {
  const half = { width: sidePx / 2, height: sidePx, channels: 3 as const };
  const other = await sharp({ create: { ...half, background: right } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width: sidePx, background: left } })
    .composite([{ input: other, left: sidePx / 2, top: 0 }])
    .png()
    .toBuffer();
}

/** A ball with a picture times a factor, and one with neither. */
async function makeModel(picture: Uint8Array): Promise<Uint8Array> {
  const document = new Document();
  const textured = addShape(document, 'textured', new SphereGeometry(1, 8, 8)).node;
  addShape(document, 'plain', new SphereGeometry(1, 8, 8));
  const texture = document.createTexture('picture').setImage(picture).setMimeType('image/png');
  textured
    .getMesh()
    ?.listPrimitives()[0]
    ?.getMaterial()
    ?.setBaseColorTexture(texture)
    .setBaseColorFactor([1, 0, 1, 1]);
  return writeGlb(document);
}

test('the colour and a small copy of a picture, of a material of a model, and of what cannot be read', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  const small = await makeHalves(64, '#204060', '#604020');
  const large = await makeHalves(2048, '#204060', '#604020');
  const model = await makeModel(await makeHalves(64, '#800000', '#000080'));
  const colours = await page.evaluate(
    async ([first, second, glb]) => {
      const { blob, workers } = window.harness;
      const compute = workers.compute();
      const file = blob(glb, 'model/gltf-binary');
      return [
        await compute.averageColour(blob(first, 'image/png')),
        await compute.averageColour(blob(second, 'image/png')),
        await compute.averageColour(file, 0),
        await compute.averageColour(file, 1),
        await compute.averageColour(new Blob(['no picture'])),
      ];
    },
    [base64(small), base64(large), base64(model)] as const,
  );
  const sizes = await page.evaluate(
    async ([picture, glb]) => {
      const { blob, workers } = window.harness;
      const draw = workers.compute().drawThumbnail;
      const file = blob(glb, 'model/gltf-binary');
      const all = [
        await draw(blob(picture, 'image/png')),
        await draw(file, 0),
        await draw(file, 1),
        await draw(new Blob(['no picture'])),
      ];
      return Promise.all(
        all.map(async (small) => {
          if (small === null) return null;
          const { width, height } = await createImageBitmap(small);
          return [small.type, width, height];
        }),
      );
    },
    [base64(large), base64(model)] as const,
  );
  expect(sizes).toEqual([['image/webp', 140, 140], ['image/webp', 64, 64], null, null]);
  expect(colours).toEqual(['#404040', '#404040', '#400040', '#cccccc', '#cccccc']);
  await page.close();
});
