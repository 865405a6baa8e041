import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { openTestBrowser, type TestBrowser } from '../../../support/browser.ts';

let tests: TestBrowser;
let page: Page;

beforeAll(async () => {
  tests = await openTestBrowser(join(import.meta.dirname, '../../page'));
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
    return new Uint8Array(await packed.glb.arrayBuffer());
  }, files);
  const { json, binary } = readGlb(glb);
  const image = json.images?.[0];
  const view = json.bufferViews?.[image?.bufferView ?? -1];
  const start = view?.byteOffset ?? 0;
  const bytes = binary?.slice(start, start + (view?.byteLength ?? 0)) ?? new Uint8Array();
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

test('of colour and opacity the one that is here is drawn, and the other asked for', async () => {
  const [colour, opacity] = [await makePng(PICTURE, 2), await grey(255, 128, 0, 64)];
  const missing = (json: Awaited<ReturnType<typeof pack>>['json']) =>
    json.images?.flatMap(({ uri }) => (uri === undefined ? [] : [uri]));
  const solid = await pack('map_Kd a.png\nmap_d o.png', { 'a.png': colour });
  expect(solid.bytes).toEqual(colour);
  expect(solid.json.materials?.[0]).not.toHaveProperty('alphaMode');
  expect(missing(solid.json)).toEqual(['o.png']);
  const white = [255, 128, 0, 64].map((alpha) => [255, 255, 255, alpha]);
  const holes = await pack('map_Kd a.png\nmap_d o.png', { 'o.png': opacity });
  expect(holes.json.materials?.[0]).toMatchObject({ alphaMode: 'BLEND' });
  expect(await decode(holes.bytes)).toEqual(white);
  expect(missing(holes.json)).toEqual(['a.png']);
  const plain = await pack('Kd 1 0 0\nmap_d o.png', { 'o.png': opacity });
  expect(plain.json.materials?.[0]).toMatchObject({
    alphaMode: 'BLEND',
    pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], baseColorTexture: { index: 0 } },
  });
  expect(await decode(plain.bytes)).toEqual(white);
  expect(missing((await pack('map_Kd a.png\nmap_d o.png', {})).json)).toEqual(['a.png', 'o.png']);
});

test('a colour that comes after its opacity is laid under it, and stays plain where it has none', async () => {
  const obj = `${OBJ}usemtl n\nf 1/1 2/1 3/1\n`;
  const mtl = 'newmtl m\nmap_Kd a.png\nmap_d o.png\nnewmtl n\nmap_Kd a.png\n';
  const opacity = await grey(255, 128, 1, 64);
  const later = await page.evaluate(
    async ([obj, mtl, opacity, colour]) => {
      const { harness } = window;
      const compute = harness.workers.compute();
      const file = (text: string) => new Blob([text]);
      const { glb } = await compute.packModel([
        { path: 'm.obj', file: file(obj) },
        { path: 'm.mtl', file: file(mtl) },
        { path: 'o.png', file: harness.blob(opacity, '') },
      ]);
      const whole = await compute.packModel([
        { path: 'm.glb', file: glb },
        { path: 'a.png', file: harness.blob(colour, '') },
      ]);
      return new Uint8Array(await whole.glb.arrayBuffer());
    },
    [
      obj,
      mtl,
      Buffer.from(opacity).toString('base64'),
      Buffer.from(await makePng(PICTURE, 2)).toString('base64'),
    ] as const,
  );
  const { json, binary } = readGlb(later);
  const pictureOf = async (material: number) => {
    const surface = json.materials?.[material]?.pbrMetallicRoughness;
    const { baseColorTexture } = surface as { readonly baseColorTexture?: { readonly index: number } };
    const image = json.images?.[json.textures?.[baseColorTexture?.index ?? -1]?.source ?? -1];
    expect(image).not.toHaveProperty('extras');
    const { byteOffset = 0, byteLength = 0 } = json.bufferViews?.[image?.bufferView ?? -1] ?? {};
    return decode(new Uint8Array(binary?.slice(byteOffset, byteOffset + byteLength) ?? []));
  };
  const alphas = [255, 128, 1, 64];
  const cut = await pictureOf(0);
  expect(cut.map(([, , , alpha]) => alpha)).toEqual(alphas);
  expect(cut.map((rgba) => rgba.slice(0, 3))).toEqual(PICTURE.map((rgba) => rgba.slice(0, 3)));
  expect(await pictureOf(1)).toEqual(PICTURE);
});

test('a picture in a GLB that glTF does not know becomes one that it knows; all others stay as they are', async () => {
  const box = (x: number, texture: Uint8Array) => ({ size: [1, 1, 1], centre: [x, 0, 0], texture }) as const;
  const packGlb = async (glb: Uint8Array) =>
    new Uint8Array(
      await page.evaluate(async (model) => {
        const { harness } = window;
        const named = [{ path: 'box.glb', file: harness.blob(model, '') }];
        const packed = await harness.workers.compute().packModel(named);
        return [...new Uint8Array(await packed.glb.arrayBuffer())];
      }, Buffer.from(glb).toString('base64')),
    );
  const png = await makePng(PICTURE, 2);
  const whole = makeBoxes([box(0, png)]);
  expect(await packGlb(whole)).toEqual(whole);
  const { json, binary } = readGlb(await packGlb(makeBoxes([box(0, makeBmp(PICTURE)), box(3, png)])));
  const pictures = (json.images ?? []).map(({ bufferView = -1 }) => {
    const { byteOffset = 0, byteLength = 0 } = json.bufferViews?.[bufferView] ?? {};
    return binary?.slice(byteOffset, byteOffset + byteLength) ?? new Uint8Array();
  });
  expect(json.images?.[0]).toMatchObject({ mimeType: 'image/png', name: 'picture 0' });
  expect(await decode(pictures[0] ?? new Uint8Array())).toEqual(PICTURE);
  expect(pictures[1]).toEqual(png);
});

const grey = (...values: number[]) =>
  makePng(
    values.map((value): Rgba => [value, value, value, 255]),
    Math.sqrt(values.length),
  );

test('roughness and metalness become one picture, green and blue, of the larger one’s size', async () => {
  const pictures = { 'r.png': await grey(0, 64, 128, 255), 'm.png': await grey(200) };
  const both = await pack('map_Pr r.png\nmap_Pm m.png', pictures);
  expect(both.json.images).toHaveLength(1);
  expect(await decode(both.bytes)).toEqual([0, 64, 128, 255].map((value) => [255, value, 200, 255]));
  expect(both.json.materials?.[0]).toMatchObject({
    pbrMetallicRoughness: { roughnessFactor: 1, metallicFactor: 1, metallicRoughnessTexture: { index: 0 } },
  });
  const rough = await pack('map_Pr r.png\nPm 0.5', pictures);
  expect(await decode(rough.bytes)).toEqual([0, 64, 128, 255].map((value) => [255, value, 255, 255]));
  const metal = await pack('Pr 0.25\nmap_Pm m.png', pictures);
  expect(await decode(metal.bytes)).toEqual([[255, 255, 200, 255]]);
  expect(metal.json.materials?.[0]).toMatchObject({ pbrMetallicRoughness: { roughnessFactor: 0.25 } });
});

test('a picture in colour for both is packed already; channels that are named are taken out of it', async () => {
  const orm = await makePng([[10, 20, 30, 255]], 1);
  expect((await pack('map_Pr orm.png\nmap_Pm orm.png', { 'orm.png': orm })).bytes).toEqual(orm);
  const named = await pack('map_Pr -imfchan r orm.png\nmap_Pm -imfchan b -mm 0.2 2 orm.png', {
    'orm.png': orm,
  });
  expect(await decode(named.bytes)).toEqual([[255, 10, Math.round(255 * 0.2 + 60), 255]]);
  const alike = await pack('map_Pr g.png\nmap_Pm g.png', { 'g.png': await grey(70) });
  expect(await decode(alike.bytes)).toEqual([[255, 70, 70, 255]]);
});

test('of roughness and metalness the one that is here is drawn, and the other asked for', async () => {
  const { json, bytes } = await pack('map_Pr r.png\nmap_Pm m.png\nPr 0.3\nPm 0.1', {
    'm.png': await grey(90),
  });
  expect(await decode(bytes)).toEqual([[255, 255, 90, 255]]);
  expect(json.materials?.[0]).toMatchObject({
    pbrMetallicRoughness: { roughnessFactor: 0.3, metallicFactor: 1 },
  });
  expect(json.images?.filter(({ uri }) => uri !== undefined)).toEqual([{ uri: 'r.png', name: 'r.png' }]);
  const words = new TextEncoder().encode('no picture, whatever its name says');
  expect((await pack('map_Pr r.png', { 'r.png': words })).bytes).toEqual(words);
});

test('a BMP of heights is a relief, too, and takes the channel that is named', async () => {
  const bump = await pack('bump -imfchan r h.bmp', { 'h.bmp': makeBmp(PICTURE) });
  expect(bump.image).toMatchObject({ mimeType: 'image/png' });
  // Heights repeat, so that two columns have no slope between them.
  expect(await decode(bump.bytes)).toEqual(PICTURE.map(() => [128, 128, 255, 255]));
  const normals = await pack('norm -bm 0.5 n.bmp', { 'n.bmp': makeBmp(PICTURE) });
  expect(await decode(normals.bytes)).toEqual(PICTURE);
  expect(normals.json.materials?.[0]).toMatchObject({ normalTexture: { scale: 0.5 } });
});
