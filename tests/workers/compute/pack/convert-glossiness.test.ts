import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { convertGlossiness } from '../../../../src/workers/compute/pack/convert-glossiness.ts';
import type { TestBrowser } from '../../../support/browser.ts';
import { createSquare, packGlb, writeGlb } from '../../../support/tiny-model.ts';
import { base64, openViewerPage, openViewerTests } from '../../../support/viewer-page.ts';

const GLOSSINESS = 'KHR_materials_pbrSpecularGlossiness';
const NEW = ['KHR_materials_ior', 'KHR_materials_specular'];

let tests: TestBrowser;
beforeAll(async () => {
  tests = await openViewerTests();
});
afterAll(() => tests.close());

type Json = Record<string, unknown> & { materials: unknown[]; textures: { source: number }[] };

/** The square, in a material that says its specular colour and glossiness. */
async function makeGlossy(
  glossy: object,
  picture: Uint8Array | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const { document, primitive } = createSquare();
  const material = document.createMaterial('gold');
  if (picture !== null) {
    const texture = document.createTexture('gloss').setImage(picture).setMimeType('image/png');
    material.setEmissiveTexture(texture);
  }
  primitive.setMaterial(material);
  const { json, binary } = readGlb(await writeGlb(document));
  const raw = structuredClone(json) as unknown as Json;
  raw.materials = [{ name: 'gold', extensions: { [GLOSSINESS]: glossy } }];
  raw.extensionsUsed = [GLOSSINESS];
  raw.extensionsRequired = [GLOSSINESS];
  return packGlb(raw, binary) as Uint8Array<ArrayBuffer>;
}

const parse = async (glb: Blob) => readGlb(new Uint8Array(await glb.arrayBuffer()));

test('specular and glossiness become roughness, an ior of 0 and a specular colour', async () => {
  const glossy = {
    diffuseFactor: [0.1, 0.2, 0.3, 0.5],
    specularFactor: [0.9, 0.7, 0.3],
    glossinessFactor: 0.75,
  };
  const { json } = await parse(await convertGlossiness(new Blob([await makeGlossy(glossy)]), 'gold.glb'));
  expect(json).toMatchObject({
    extensionsUsed: NEW,
    materials: [
      {
        name: 'gold',
        pbrMetallicRoughness: {
          baseColorFactor: [0.1, 0.2, 0.3, 0.5],
          metallicFactor: 0,
          roughnessFactor: 0.25,
        },
        extensions: {
          KHR_materials_ior: { ior: 0 },
          KHR_materials_specular: { specularColorFactor: [0.9, 0.7, 0.3] },
        },
      },
    ],
  });
  expect(json.extensionsRequired).toBeUndefined();
  expect(JSON.stringify(json)).not.toContain(GLOSSINESS);
});

test('a file without any keeps its bytes', async () => {
  const glb = new Blob([(await writeGlb(createSquare().document)) as Uint8Array<ArrayBuffer>]);
  expect(await convertGlossiness(glb, 'square.glb')).toBe(glb);
});

test('of a picture the colour stays as it is, and its alpha becomes a map of roughness, laid alike', async () => {
  const rgba = Uint8Array.of(200, 100, 50, 255, 200, 100, 50, 128, 200, 100, 50, 0, 10, 20, 30, 64);
  const picture = await sharp(rgba, { raw: { width: 2, height: 2, channels: 4 } })
    .png()
    .toBuffer();
  const info = { index: 0, texCoord: 0, extensions: { KHR_texture_transform: { scale: [2, 2] } } };
  const glb = await makeGlossy(
    { specularGlossinessTexture: info, glossinessFactor: 0.5 },
    new Uint8Array(picture),
  );
  const page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
  const packed = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const compute = window.harness.workers.compute();
    const { glb: made } = await compute.packModel([{ path: 'gold.glb', file: new Blob([bytes]) }]);
    return Array.from(new Uint8Array(await made.arrayBuffer()));
  }, base64(glb));
  await page.close();
  const { json, binary } = readGlb(Uint8Array.from(packed));
  expect(json.materials).toMatchObject([
    {
      pbrMetallicRoughness: {
        metallicFactor: 0,
        roughnessFactor: 1,
        metallicRoughnessTexture: { ...info, index: 1 },
      },
      extensions: { KHR_materials_specular: { specularColorTexture: info } },
    },
  ]);
  const image = json.images?.[json.textures?.[1]?.source ?? -1] as { bufferView: number };
  const { byteOffset = 0, byteLength } = (json.bufferViews?.[image.bufferView] ?? {}) as {
    byteOffset?: number;
    byteLength: number;
  };
  const map = await sharp(binary?.slice(byteOffset, byteOffset + byteLength))
    .raw()
    .toBuffer();
  const greens = Array.from({ length: 4 }, (_, i) => map[i * (map.length / 4) + 1]);
  expect(greens).toEqual([128, 191, 255, 223]);
});
