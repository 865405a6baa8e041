import { join } from 'node:path';
import { Document } from '@gltf-transform/core';
import {
  EXTTextureWebP,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
  KHRTextureBasisu,
} from '@gltf-transform/extensions';
import sharp, { type Sharp } from 'sharp';
import { PlaneGeometry, SphereGeometry } from 'three';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LibraryItemId } from '../../src/contract/ids.ts';
import type { TraceEvent, TraceJob } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { openTestBrowser, type TestBrowser } from '../support/browser.ts';
import { makeKtx2 } from '../support/ktx2-file.ts';
import { addShape, writeGlb } from '../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

const SIZE = 96;

let tests: TestBrowser;

beforeAll(async () => {
  buildKernel();
  tests = await openTestBrowser(join(import.meta.dirname, 'page'));
});
afterAll(() => tests.close());

const waves = (sidePx: number, turns: number): Sharp => {
  const wave = (value: number) => Math.round(140 + 110 * Math.sin(value * turns));
  const bytes = Uint8Array.from({ length: sidePx * sidePx * 3 }, (_, at) => wave((at * (1 + (at % 3))) / 40));
  return sharp(bytes, { raw: { width: sidePx, height: sidePx, channels: 3 } });
};
const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());

/** A wall for each kind of image, a glass ball before them, one in a library material, and a picture behind it all. */
async function createJob(): Promise<TraceJob> {
  const document = new Document();
  document.createExtension(EXTTextureWebP).setRequired(true);
  document.createExtension(KHRTextureBasisu).setRequired(true);
  const walls = [
    { type: 'image/png', bytes: await bytesOf(waves(32, 0.7).png()) },
    { type: 'image/jpeg', bytes: await bytesOf(waves(32, 0.9).jpeg({ quality: 80 })) },
    { type: 'image/webp', bytes: await bytesOf(waves(32, 1.1).webp({ quality: 80 })) },
    {
      type: 'image/ktx2',
      bytes: makeKtx2(
        8,
        4,
        [
          [
            [200, 90, 40, 255],
            [40, 90, 200, 255],
          ],
        ],
        { isZstd: true },
      ),
    },
  ];
  for (const [index, { type, bytes }] of walls.entries()) {
    const { node, material } = addShape(document, type, new PlaneGeometry(1.4, 1.4));
    node.setTranslation([(index - 1.5) * 1.5, 0.4, 0]).setRotation([0, 0.1 * index, 0, 0.99]);
    const texture = document.createTexture(type).setImage(bytes).setMimeType(type);
    material.setBaseColorTexture(texture).setMetallicFactor(0.3).setRoughnessFactor(0.4);
    if (index < 2) material.setNormalTexture(texture).setNormalScale(0.4);
  }
  const glass = addShape(document, 'glass', new SphereGeometry(0.7, 32, 24));
  glass.node.setTranslation([-1, -0.5, 1.5]);
  glass.material
    .setRoughnessFactor(0.1)
    .setMetallicFactor(0)
    .setExtension(
      'KHR_materials_transmission',
      document.createExtension(KHRMaterialsTransmission).createTransmission().setTransmissionFactor(1),
    )
    .setExtension(
      'KHR_materials_volume',
      document
        .createExtension(KHRMaterialsVolume)
        .createVolume()
        .setThicknessFactor(1)
        .setAttenuationDistance(1)
        .setAttenuationColor([0.4, 0.9, 0.6]),
    );
  addShape(document, 'dressed', new SphereGeometry(0.7, 32, 24)).node.setTranslation([1, -0.5, 1.5]);

  const model = nameFile(await writeGlb(document));
  const cloth = nameFile(await bytesOf(waves(48, 1.3).webp({ lossless: true })));
  const backdrop = nameFile(await bytesOf(waves(64, 0.05).jpeg()));
  const style = nameFile(await bytesOf(waves(40, 0.02).png()));
  const spec = createSpec(model.hash, {
    widthPx: SIZE,
    heightPx: SIZE,
    background: { kind: 'image', imageHash: backdrop.hash, libraryId: null, name: 'waves', fidelity: 0.3 },
    style: { imageHash: style.hash, libraryId: LibraryItemId.parse(2), name: 'style', strength: 0.5 },
    creativity: 0.4,
  });
  const dressing = {
    kind: 'library',
    materialIndex: 5,
    textureHash: cloth.hash,
    libraryId: LibraryItemId.parse(1),
    name: 'cloth',
    colour: '#f0e0d0',
    metalness: 0,
    roughness: 0.7,
    tileSize: 0.8,
    rotationRadians: 0.5,
    bumpHeight: 0.05,
  } as const;
  return {
    spec: { ...spec, scene: { ...spec.scene, dressings: [dressing] } },
    files: new Map([model, cloth, backdrop, style].map(({ hash, bytes }) => [hash, bytes])),
  };
}

it('makes the same bytes in Node and in Chromium, whatever the images are packed in', async () => {
  const job = await createJob();
  const events: TraceEvent[] = [];
  for await (const event of tracePicture(job, await createTestHost(1, true), new AbortController().signal)) {
    events.push(event);
  }
  const inNode = events.find((event) => event.kind === 'image')?.rgba ?? new Uint8Array();

  const page = await tests.browser.newPage();
  await page.goto(tests.origin);
  const files = Object.fromEntries(
    [...job.files].map(([hash, bytes]) => [hash, Buffer.from(bytes).toString('base64')]),
  );
  const { rgba, warnings } = await page.evaluate(([spec, given]) => window.tracePixels(spec, given), [
    job.spec,
    files,
  ] as const);
  await page.close();

  expect(warnings).toEqual([]);
  expect(inNode).toHaveLength(SIZE * SIZE * 4);
  const inChromium = new Uint8Array(Buffer.from(rgba, 'base64'));
  expect(nameFile(inChromium).hash).toBe(nameFile(inNode).hash);
});
