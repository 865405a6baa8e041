import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../../src/tracer/read-glb.ts';
import { openTestBrowser, type TestBrowser } from '../../support/browser.ts';

let tests: TestBrowser;
let page: Page;

beforeAll(async () => {
  tests = await openTestBrowser(join(import.meta.dirname, '../page'));
  page = await tests.browser.newPage();
  await page.goto(`${tests.origin}/?viewer=none`);
});
afterAll(() => tests.close());

const OBJ = 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n';
type Rgba = readonly [number, number, number, number];
/** Two by two pixels, row 0 at the top. */
const PICTURE: readonly Rgba[] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
];

/** Packs the triangle with a library and pictures in the page's own worker, and decodes the first picture of the GLB. */
async function pack(mtl: string, pictures: Record<string, Uint8Array>) {
  const files = Object.entries({
    'm.obj': new TextEncoder().encode(OBJ),
    'm.mtl': new TextEncoder().encode(`newmtl m\n${mtl}\n`),
    ...pictures,
  }).map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')] as const);
  const glb = await page.evaluate(async (encoded) => {
    const { harness } = window;
    const named = encoded.map(([path, bytes]) => ({ path, file: harness.blob(bytes, '') }));
    const packed = await harness.workers.compute().packModel(named);
    return Array.from(new Uint8Array(await packed.glb.arrayBuffer()));
  }, files);
  const { json, binary } = readGlb(Uint8Array.from(glb));
  const image = json.images?.[0];
  const view = json.bufferViews?.[image?.bufferView ?? -1];
  const start = view?.byteOffset ?? 0;
  const bytes = binary!.slice(start, start + (view?.byteLength ?? 0));
  return { json, image, bytes };
}

async function decode(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.width * info.height }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
}

function makeTga(pixels: readonly Rgba[]): Uint8Array {
  const head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 32, 8];
  // Rows from the bottom, blue first.
  const rows = [pixels.slice(2), pixels.slice(0, 2)].flat();
  return Uint8Array.from([...head, ...rows.flatMap(([r, g, b, a]) => [b, g, r, a])]);
}

function makeBmp(pixels: readonly Rgba[]): Uint8Array {
  const bytes = new Uint8Array(54 + 16);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  for (const [at, value] of [
    [2, 70],
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 2],
    [34, 16],
  ] as const) {
    view.setUint32(at, value, true);
  }
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (const [index, [r, g, b]] of pixels.entries()) {
    bytes.set([b, g, r], 54 + (1 - Math.floor(index / 2)) * 8 + (index % 2) * 3);
  }
  return bytes;
}

const makePng = async (pixels: readonly Rgba[], width: number) =>
  new Uint8Array(
    await sharp(Uint8Array.from(pixels.flat()), {
      raw: { width, height: pixels.length / width, channels: 4 },
    })
      .png()
      .toBuffer(),
  );

test('TGA and BMP become PNG, upright', async () => {
  for (const [name, bytes] of [
    ['a.tga', makeTga(PICTURE)],
    ['a.bmp', makeBmp(PICTURE)],
  ] as const) {
    const { image, bytes: packed } = await pack(`map_Kd ${name}`, { [name]: bytes });
    expect(image, name).toMatchObject({ mimeType: 'image/png', name });
    expect(await decode(packed), name).toEqual(PICTURE);
  }
});

test('what glTF knows keeps its bytes, and so does what nobody can read', async () => {
  const png = await makePng(PICTURE, 2);
  expect((await pack('map_Kd a.png', { 'a.png': png })).bytes).toEqual(png);
  const words = new TextEncoder().encode('this is no picture at all, whatever its name says');
  expect((await pack('map_Kd a.bmp', { 'a.bmp': words })).bytes).toEqual(words);
  const huge = makeTga(PICTURE);
  new DataView(huge.buffer).setUint32(12, 0xffff_ffff, true);
  expect((await pack('map_Kd a.tga', { 'a.tga': huge })).bytes).toEqual(huge);
});

test('heights become a relief, a normal map stays', async () => {
  const slope = Array.from({ length: 64 }, (_, at): Rgba => {
    const grey = (at % 8) * 30;
    return [grey, grey, grey, 255];
  });
  const { json, bytes } = await pack('map_Bump -bm 1 h.png', { 'h.png': await makePng(slope, 8) });
  expect(json.materials?.[0]).toMatchObject({ normalTexture: { index: 0 } });
  // The surface rises to the right, so that it looks to the left.
  const [red = 0, green = 0, blue = 0] = (await decode(bytes))[3 * 8 + 3] ?? [];
  expect(red).toBeLessThan(110);
  expect(green).toBe(128);
  expect(blue).toBeGreaterThan(220);
  const normals = await makePng(
    Array.from({ length: 4 }, (): Rgba => [128, 128, 255, 255]),
    2,
  );
  expect((await pack('bump n.png', { 'n.png': normals })).bytes).toEqual(normals);
});

test('opacity of its own goes into the colour', async () => {
  const opacity = await makePng(
    [
      [255, 255, 255, 255],
      [128, 128, 128, 255],
      [0, 0, 0, 255],
      [64, 64, 64, 255],
    ],
    2,
  );
  const { json, bytes } = await pack('map_Kd a.png\nmap_d o.png', {
    'a.png': await makePng(PICTURE, 2),
    'o.png': opacity,
  });
  expect(json.materials?.[0]).toMatchObject({ alphaMode: 'BLEND' });
  expect((await decode(bytes)).map(([, , , alpha]) => alpha)).toEqual([255, 128, 0, 64]);
});
