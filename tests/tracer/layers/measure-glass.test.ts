import { KHRMaterialsTransmission } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { TraceHost } from '../../../src/tracer/trace-events.ts';
import { traceOnce } from '../../support/kept-product.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../../support/trace-host.ts';

/** How much of what a picture shows of its product is glass, by the kernel's own rule. */

let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, false);
});

type Pixel = readonly [number, number, number];
interface Glass {
  readonly transmission?: number;
  readonly metalness?: number;
  /** Left and right half of the maps. */
  readonly transmissionMap?: readonly [Pixel, Pixel];
  readonly metalMap?: readonly [Pixel, Pixel];
}

async function shareOf({ transmission = 1, metalness = 0, transmissionMap, metalMap }: Glass) {
  const { document, primitive } = createSquare();
  const glass = document
    .createExtension(KHRMaterialsTransmission)
    .createTransmission()
    .setTransmissionFactor(transmission);
  const material = document.createMaterial('glass').setDoubleSided(true).setMetallicFactor(metalness);
  const texture = async ([left, right]: readonly [Pixel, Pixel]) => {
    const pixels = Buffer.from(Array.from({ length: 64 }, (_, i) => (i % 8 < 4 ? left : right)).flat());
    const png = await sharp(pixels, { raw: { width: 8, height: 8, channels: 3 } })
      .png()
      .toBuffer();
    return document.createTexture().setImage(new Uint8Array(png)).setMimeType('image/png');
  };
  if (transmissionMap !== undefined) glass.setTransmissionTexture(await texture(transmissionMap));
  if (metalMap !== undefined) material.setMetallicRoughnessTexture(await texture(metalMap));
  primitive.setMaterial(material.setExtension('KHR_materials_transmission', glass));
  const model = nameFile(await writeGlb(document));
  const { parts } = await traceOnce(host, createSpec(model.hash), { tellsParts: true }, [model]);
  return parts!.glassShare;
}

const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

test('what lets light through is glass, as far as it does', async () => {
  expect(await shareOf({})).toBe(1);
  expect(await shareOf({ transmission: 0 })).toBe(0);
  expect(await shareOf({ transmission: 0.5 })).toBeCloseTo(0.5);
});

test('neither metal is, nor what a map leaves out', async () => {
  expect(await shareOf({ metalness: 1 })).toBe(0);
  expect(await shareOf({ transmissionMap: [BLACK, BLACK] })).toBe(0);
  expect(await shareOf({ metalness: 1, metalMap: [WHITE, WHITE] })).toBe(0);
});

test('of maps the places count that are seen', async () => {
  for (const glass of [
    { transmissionMap: [BLACK, WHITE] },
    { transmissionMap: [WHITE, BLACK] },
    { metalness: 1, metalMap: [BLACK, WHITE] },
  ] satisfies Glass[]) {
    const share = await shareOf(glass);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  }
});
