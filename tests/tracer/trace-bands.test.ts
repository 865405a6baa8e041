import { KHRMaterialsEmissiveStrength } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { LibraryItemId } from '../../src/contract/ids.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { TraceEvent, TraceHost } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { createSquare, writeGlb } from '../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

/** Six bands of 128 rows, the last of 60. */
const SIZE = { widthPx: 80, heightPx: 700 };
const BAND_PIXELS = SIZE.widthPx * 128;

let host: TraceHost;
let model: ReturnType<typeof nameFile>;
let waves: ReturnType<typeof nameFile>;
/** The square as a sign that shines in a red that sRGB has not. */
let sign: ReturnType<typeof nameFile>;

beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
  const { document, primitive } = createSquare();
  primitive.setMaterial(document.createMaterial().setRoughnessFactor(0.3).setDoubleSided(true));
  document.getRoot().listNodes()[0]?.setRotation([0, 0.2, 0, 0.98]);
  model = nameFile(await writeGlb(document));
  const shining = createSquare();
  const shine = shining.document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
  const red = shining.document.createMaterial().setEmissiveFactor([1, 0.01, 0.005]).setDoubleSided(true);
  red.setMetallicFactor(0).setBaseColorFactor([0, 0, 0, 1]);
  red.setExtension('KHR_materials_emissive_strength', shine.setEmissiveStrength(1.3));
  shining.primitive.setMaterial(red);
  sign = nameFile(await writeGlb(shining.document));
  const bytes = Uint8Array.from({ length: 50 * 70 * 4 }, (_, at) => (at * (1 + (at % 5))) % 251);
  const picture = sharp(bytes, { raw: { width: 50, height: 70, channels: 4 } });
  waves = nameFile(new Uint8Array(await picture.png().toBuffer()));
});

async function draw(changes: Partial<RenderSpec>, bandPixels?: number, on = host) {
  const spec = createSpec(model.hash, { ...SIZE, ...changes });
  const files = new Map([model, waves, sign].map(({ hash, bytes }) => [hash, bytes]));
  const events: TraceEvent[] = [];
  const signal = new AbortController().signal;
  for await (const event of tracePicture({ spec, files }, on, signal, bandPixels)) events.push(event);
  const [image] = events.filter((event) => event.kind === 'image');
  if (image === undefined) throw new Error('no picture');
  return { image, events };
}

const background = (fidelity: number) => ({
  kind: 'image' as const,
  imageHash: waves.hash,
  libraryId: null,
  name: 'waves',
  fidelity,
});

it('makes the same picture in bands as in one piece, whatever stands behind the product', async () => {
  const spec = createSpec(model.hash);
  const blurred = { fNumber: 1.4, focus: [0, 0, 0], metresPerUnit: 0.02 };
  const kinds: Partial<RenderSpec>[] = [
    { quality: 'standard' },
    { camera: { ...spec.camera, depthOfField: blurred } as RenderSpec['camera'] },
    { background: background(1), passes: { ...spec.passes, lightmap: waves.hash } },
    { background: background(0.2) },
    { background: { kind: 'gradient', from: '#203040', to: '#f0e0d0', fidelity: 1 } },
  ];
  for (const kind of kinds) {
    const whole = await draw(kind);
    const banded = await draw(kind, BAND_PIXELS);
    expect(banded.image.sampleCount).toBe(whole.image.sampleCount);
    expect(Buffer.from(banded.image.rgba).equals(Buffer.from(whole.image.rgba))).toBe(true);
  }
});

it('makes the same picture in bands of another height, and where each thread has sums of its own', async () => {
  const style = { imageHash: waves.hash, libraryId: LibraryItemId.parse(1), name: 'waves', strength: 0.7 };
  const one = await draw({ style }, BAND_PIXELS);
  const other = await draw({ style }, BAND_PIXELS / 2, await createTestHost(3, false));
  expect(Buffer.from(other.image.rgba).equals(Buffer.from(one.image.rgba))).toBe(true);
  const plain = await draw({}, BAND_PIXELS);
  expect(Buffer.from(plain.image.rgba).equals(Buffer.from(one.image.rgba))).toBe(false);
});

it('shows the whole picture small before the first band, and progress that never falls', async () => {
  const { events } = await draw({}, BAND_PIXELS);
  const previews = events.filter((event) => event.kind === 'preview');
  expect(previews).toHaveLength(1);
  expect(Math.max(previews[0]!.widthPx, previews[0]!.heightPx)).toBeLessThanOrEqual(256);
  const nodes = events.filter((event) => event.kind === 'node');
  expect(nodes.filter(({ node }) => node === 'denoise').length).toBeGreaterThan(4);
  expect(nodes.every(({ progress }, i) => progress >= (nodes[i - 1]?.progress ?? 0) && progress <= 100)).toBe(
    true,
  );
});

it('stands before the whole of its background where one side alone is long', async () => {
  const size = { widthPx: 64, heightPx: 2176 };
  const { image } = await draw({
    ...size,
    quality: 'draft',
    background: { kind: 'colour', colour: '#ffffff' },
  });
  // The floor may be shaded by a step or two.
  for (const y of [0, 2175]) expect(image.rgba[y * 64 * 4]).toBeGreaterThanOrEqual(250);
});

it('keeps in bands the colours that sRGB has not, too', async () => {
  const spec = createSpec(sign.hash);
  const changes = { scene: { ...spec.scene, modelHash: sign.hash } };
  const whole = await draw(changes);
  const banded = await draw(changes, BAND_PIXELS);
  const levels = whole.image.wide!;
  expect(levels.some((level, at) => at % 4 === 0 && level > 236)).toBe(true);
  // Bands that have no such colour are made of the bytes of the picture in sRGB, which are rounded once more then.
  const isNear = (level: number, at: number) => Math.abs(level - levels[at]!) <= 2;
  expect(banded.image.wide?.every(isNear)).toBe(true);
  expect((await draw({}, BAND_PIXELS)).image.wide).toBeNull();
});

it('makes the same picture in bands of a product that shines where nothing lights it', async () => {
  const spec = createSpec(sign.hash);
  const dark = { name: '', preset: null, soloId: null, surroundings: 0, level: 1, lights: [] };
  const scene = { ...spec.scene, modelHash: sign.hash, lightRig: dark };
  const whole = await draw({ scene, quality: 'standard' });
  const banded = await draw({ scene, quality: 'standard' }, BAND_PIXELS);
  const middle = ((SIZE.heightPx / 2) * SIZE.widthPx + SIZE.widthPx / 2) * 4;
  expect(whole.image.rgba[middle]).toBeGreaterThan(200);
  expect(banded.image.rgba[middle]).toBeGreaterThan(200);
  expect(banded.image.sampleCount).toBe(whole.image.sampleCount);
  expect(Buffer.from(banded.image.rgba).equals(Buffer.from(whole.image.rgba))).toBe(true);
});
