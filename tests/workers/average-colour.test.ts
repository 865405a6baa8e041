import { Document, type Node } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { SphereGeometry } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../support/browser.ts';
import { makeKtx2 } from '../support/ktx2-file.ts';
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

/** A ball with relief alone, and one with a KTX2 picture. */
async function makeRelief(): Promise<Uint8Array> {
  const document = new Document();
  const relief = addShape(document, 'navy', new SphereGeometry(1, 8, 8)).node;
  const packed = addShape(document, 'packed', new SphereGeometry(1, 8, 8)).node;
  const bumps = document
    .createTexture('bumps')
    .setImage(await makeHalves(8, '#8080ff', '#8080ff'))
    .setMimeType('image/png');
  const picture = document
    .createTexture('picture')
    .setImage(
      makeKtx2(8, 8, [Array.from({ length: 4 }, () => [64, 128, 32, 255] as const), [[9, 9, 9, 255]]]),
    )
    .setMimeType('image/ktx2');
  document.createExtension(KHRTextureBasisu).setRequired(true);
  materialOf(relief)?.setNormalTexture(bumps).setBaseColorFactor([0, 0.2158605, 1, 1]);
  materialOf(packed)?.setBaseColorTexture(picture);
  return writeGlb(document);
}

const materialOf = (node: Node) => node.getMesh()?.listPrimitives()[0]?.getMaterial();

test('a material of relief alone has the colour of its factor, and a KTX2 picture is read', async () => {
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  const found = await page.evaluate(
    async (glb) => {
      const { blob, decode, workers } = window.harness;
      const file = blob(glb, 'model/gltf-binary');
      const { averageColour, drawThumbnail } = workers.compute();
      const small = await drawThumbnail(file, 1);
      return {
        colours: [await averageColour(file, 0), await averageColour(file, 1)],
        pictures: [await drawThumbnail(file, 0), small && [...(await decode(small)).pixels.slice(0, 3)]],
      };
    },
    base64(await makeRelief()),
  );
  expect(found.colours).toEqual(['#0080ff', '#408020']);
  expect(found.pictures[0]).toBe(null);
  const [red = 0, green = 0, blue = 0] = found.pictures[1] as number[];
  expect([Math.abs(red - 64), Math.abs(green - 128), Math.abs(blue - 32)].every((off) => off < 12)).toBe(
    true,
  );
  await page.close();
});

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
  expect(colours).toEqual(['#404040', '#404040', '#400040', '#ffffff', '#cccccc']);
  await page.close();
});

/** A photograph's soft shapes and grain, with the mean of its sRGB values. */
async function paintPhotograph(widthPx: number, heightPx: number) {
  const pixels = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % widthPx, Math.floor(at / 3 / widthPx)];
    const shape = 60 * Math.sin((x / widthPx) * 9 + (y / heightPx) * 4 + (at % 3));
    return 120 + shape + ((x * 7 + y * 13 + at) % 17);
  });
  const picture = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  const { channels } = await picture.clone().stats();
  return { picture, mean: channels.map(({ mean }) => mean) };
}

const levelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

test('a JPEG gives the mean of all its pixels, of any size and profile, also where it is decoded whole', async () => {
  const { picture, mean } = await paintPhotograph(1200, 800);
  const jpeg = { quality: 95 };
  const pictures = {
    baseline: await picture.clone().jpeg(jpeg).toBuffer(),
    progressive: await picture
      .clone()
      .jpeg({ ...jpeg, progressive: true })
      .toBuffer(),
    narrow: await picture.clone().resize(1200, 30, { fit: 'fill' }).jpeg(jpeg).toBuffer(),
    turned: await picture.clone().withMetadata({ orientation: 6 }).jpeg(jpeg).toBuffer(),
    'of another gamut': await picture.clone().withIccProfile('p3').jpeg(jpeg).toBuffer(),
    tiny: await picture.clone().resize(9, 6).jpeg({ quality: 100 }).toBuffer(),
    'without a type': await picture.clone().jpeg(jpeg).toBuffer(),
  };
  const files = Object.entries(pictures).map(([name, bytes]) => [name, base64(bytes)] as const);
  const average = (page: Page) =>
    page.evaluate(async (all) => {
      const { blob, workers } = window.harness;
      const colours: [string, string][] = [];
      for (const [name, bytes] of all) {
        const file = blob(bytes, name === 'without a type' ? '' : 'image/jpeg');
        colours.push([name, await workers.compute().averageColour(file)]);
      }
      const first = blob(all[0]?.[1] ?? '', 'image/jpeg');
      colours.push(['cut short', await workers.compute().averageColour(first.slice(0, 100))]);
      return colours;
    }, files);
  const expectMean = (colours: [string, string][], tolerance: number) => {
    expect(colours.pop()).toEqual(['cut short', '#cccccc']);
    for (const [name, colour] of colours) {
      const off = levelsOf(colour).map((level, channel) => Math.abs(level - (mean[channel] ?? 0)));
      expect(Math.max(...off), `${name}: ${colour}`).toBeLessThanOrEqual(tolerance);
    }
  };
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  expectMean(await average(page), 1);
  await page.close();

  const other = await tests.browser.newPage();
  await other.route(/compute-worker.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete globalThis.ImageDecoder;\n${await response.text()}` });
  });
  await other.goto(`${tests.origin}/?viewer=none`);
  expectMean(await average(other), 3);
  await other.close();
});
