import { KHRMaterialsTransmission } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { LibraryItemId } from '../../src/contract/ids.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { Surroundings, TraceEvent, TraceHost, TraceJob } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../support/box-model.ts';
import { createSquare, writeGlb } from '../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

type Image = Extract<TraceEvent, { kind: 'image' }>;
type Parts = Extract<TraceEvent, { kind: 'parts' }>;

let host: TraceHost;
let model: ReturnType<typeof nameFile>;
let other: ReturnType<typeof nameFile>;

beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
  model = nameFile(
    makeBoxes([
      { size: [1.6, 1.2, 1], centre: [0, 0, 0], colour: [0.7, 0.1, 0.05, 1] },
      // A rod that is thinner than a pixel.
      { size: [0.01, 2.4, 0.01], centre: [1.1, 0.6, 0], colour: [0.05, 0.05, 0.05, 1] },
    ]),
  );
  const noise = Uint8Array.from({ length: 40 * 40 * 4 }, (_, at) => (at * (1 + (at % 7))) % 251);
  const picture = sharp(noise, { raw: { width: 40, height: 40, channels: 4 } }).removeAlpha();
  other = nameFile(new Uint8Array(await picture.png().toBuffer()));
});

async function draw(
  changes: Partial<RenderSpec>,
  rest: Partial<TraceJob> = {},
  bandPixels?: number,
  glb = model,
): Promise<{ image: Image; parts: Parts | null }> {
  const spec = createSpec(glb.hash, { widthPx: 96, heightPx: 96, ...changes });
  const files = new Map([glb, other].map(({ hash, bytes }) => [hash, bytes]));
  let [image, parts]: [Image | null, Parts | null] = [null, null];
  const signal = new AbortController().signal;
  for await (const event of tracePicture({ spec, files, ...rest }, host, signal, bandPixels)) {
    if (event.kind === 'image') image = event;
    if (event.kind === 'parts') parts = event;
  }
  return { image: image!, parts };
}

/** Surroundings in one colour, or of noise without a pattern. */
function paint(widthPx: number, heightPx: number, colour: readonly number[] | 'noise'): Surroundings {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let i = 0; i < rgba.length; i++)
    rgba[i] = colour === 'noise' ? (Math.imul(i, 2654435761) >>> 13) & 255 : (colour[i % 4] ?? 0);
  return { rgba, shadowShare: 0, reflectionShare: 0 };
}

const MAGENTA = [255, 0, 255, 255];
const GREEN = [0, 255, 0, 255];

describe('surroundings that were painted', () => {
  const sizes = [
    [96, 96],
    [96, 72],
    [72, 96],
    [96, 54],
    [54, 96],
  ] as const;
  it.each(sizes)('change no pixel of the product, %i x %i', async (widthPx, heightPx) => {
    const size = { widthPx, heightPx };
    const plain = await draw(size);
    const magenta = await draw(size, { surroundings: [paint(widthPx, heightPx, MAGENTA)] });
    const noise = await draw(size, { surroundings: [paint(widthPx, heightPx, 'noise')] });
    let [whole, partial] = [0, 0];
    for (let i = 0; i < widthPx * heightPx; i++) {
      const alpha = magenta.image.product![i * 4 + 3]!;
      expect(noise.image.product![i * 4 + 3]).toBe(alpha);
      if (alpha > 0 && alpha < 255) partial++;
      if (alpha !== 255) continue;
      whole++;
      for (let k = 0; k < 3; k++) {
        const byte = magenta.image.product![i * 4 + k];
        expect(magenta.image.rgba[i * 4 + k]).toBe(byte);
        expect(noise.image.rgba[i * 4 + k]).toBe(byte);
        expect(plain.image.rgba[i * 4 + k]).toBe(byte);
      }
    }
    expect(whole).toBeGreaterThan(300);
    expect(partial).toBeGreaterThan(10);
  });

  it('are seen through by as much as the product leaves, and by no more', async () => {
    const black = (await draw({}, { surroundings: [paint(96, 96, [0, 0, 0, 255])] })).image;
    const magenta = (await draw({}, { surroundings: [paint(96, 96, MAGENTA)] })).image;
    const { parts } = await draw({}, { tellsParts: true });
    const linear = (byte: number) =>
      byte / 255 <= 0.04045 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
    for (let i = 0; i < 96 * 96; i++) {
      const rest = 1 - parts!.parts.product[i * 4 + 3]! - parts!.parts.reflection[i * 4 + 3]!;
      for (const k of [0, 1, 2]) {
        const added = linear(magenta.rgba[i * 4 + k]!) - linear(black.rgba[i * 4 + k]!);
        // One level of 256 at the brighter end is 0.009.
        const most = k === 1 ? 0 : rest * parts!.parts.shadow[i * 3 + k]!;
        expect(Math.abs(added - Math.min(most, 1 - linear(black.rgba[i * 4 + k]!)))).toBeLessThan(0.02);
      }
    }
  });

  it('keep their bytes where nothing covers or shades them, whatever the order says of its background', async () => {
    const background = {
      kind: 'image' as const,
      imageHash: other.hash,
      libraryId: null,
      name: 'noise',
      fidelity: 0.1,
    };
    const style = { imageHash: other.hash, libraryId: LibraryItemId.parse(1), name: 'noise', strength: 1 };
    const surroundings = paint(96, 96, 'noise');
    const { image } = await draw({ background, style }, { surroundings: [surroundings] });
    let kept = 0;
    for (let x = 0; x < 96; x++) {
      if (
        image.product![x * 4 + 3] === 0 &&
        [0, 1, 2].every((k) => image.rgba[x * 4 + k] === surroundings.rgba[x * 4 + k])
      )
        kept++;
    }
    // The upper edge of the picture, but where the rod is.
    expect(kept).toBeGreaterThan(85);
  });

  it('make the same picture in bands', async () => {
    const size = { widthPx: 80, heightPx: 400 };
    const surroundings = paint(80, 400, 'noise');
    const whole = await draw(size, { surroundings: [surroundings] });
    const banded = await draw(size, { surroundings: [surroundings] }, 80 * 128);
    expect(Buffer.from(banded.image.rgba).equals(Buffer.from(whole.image.rgba))).toBe(true);
    expect(Buffer.from(banded.image.product!).equals(Buffer.from(whole.image.product!))).toBe(true);
  });

  it('are several for one product, each as if it was alone', async () => {
    const size = { widthPx: 80, heightPx: 256 };
    const all = [
      paint(80, 256, MAGENTA),
      { ...paint(80, 256, 'noise'), shadowShare: 0.5 },
      paint(80, 256, GREEN),
    ];
    const spec = createSpec(model.hash, size);
    for (const bandPixels of [undefined, 80 * 128]) {
      const made = new Map<number, Image>();
      const percents: number[] = [];
      const job = { spec, files: new Map([[model.hash, model.bytes]]), surroundings: all };
      for await (const event of tracePicture(job, host, new AbortController().signal, bandPixels)) {
        if (event.kind === 'image') made.set(event.imageIndex, event);
        if (event.kind === 'node') percents.push(event.progress);
      }
      expect([...made.keys()].sort()).toEqual([0, 1, 2]);
      expect(percents).toEqual([...percents].sort((a, b) => a - b));
      expect(percents.at(-1)).toBeLessThanOrEqual(100);
      for (const [index, one] of all.entries()) {
        const { image } = await draw(size, { surroundings: [one] }, bandPixels);
        expect(Buffer.from(made.get(index)!.rgba).equals(Buffer.from(image.rgba))).toBe(true);
        expect(Buffer.from(made.get(index)!.product!).equals(Buffer.from(image.product!))).toBe(true);
      }
    }
  });

  it('are shaded less where they show the shadow already', async () => {
    const bright = paint(96, 96, [200, 200, 200, 255]);
    const sum = ({ image }: { image: Image }) => image.rgba.reduce((all, value) => all + value, 0);
    const drawn = sum(await draw({}, { surroundings: [bright] }));
    const half = sum(await draw({}, { surroundings: [{ ...bright, shadowShare: 0.5 }] }));
    const none = sum(await draw({}, { surroundings: [{ ...bright, shadowShare: 1 }] }));
    expect(half).toBeGreaterThan(drawn);
    expect(none).toBeGreaterThan(half);
  });

  it('are not lit twice by light that was painted on the stage, which the product keeps', async () => {
    const { passes } = createSpec(model.hash);
    const lit = { passes: { ...passes, lightmap: other.hash } };
    const surroundings = paint(96, 96, GREEN);
    const bright = (await draw(lit, { surroundings: [surroundings] })).image;
    const plain = (await draw({}, { surroundings: [surroundings] })).image;
    expect([...bright.rgba.subarray(0, 4)]).toEqual(GREEN);
    expect(Buffer.from(bright.product!).equals(Buffer.from(plain.product!))).toBe(false);
  });

  it('of another size are a bug of whoever hands them in', async () => {
    await expect(draw({}, { surroundings: [paint(10, 10, GREEN)] })).rejects.toThrow('another size');
  });
});

describe('parts that are told', () => {
  it('make up the picture, and leave it as it is', async () => {
    const plain = await draw({ quality: 'standard' });
    const { image, parts } = await draw({ quality: 'standard' }, { tellsParts: true });
    expect(Buffer.from(image.rgba).equals(Buffer.from(plain.image.rgba))).toBe(true);
    expect(image.product).toBe(null);
    expect(parts!.glassShare).toBe(0);
    const { product, shadow } = parts!.parts;
    const alphas = Array.from({ length: 96 * 96 }, (_, i) => product[i * 4 + 3]!);
    expect(alphas.filter((alpha) => alpha === 1).length).toBeGreaterThan(300);
    expect(Math.min(...shadow)).toBeLessThan(0.8);
  });

  it('say how much of the product is glass', async () => {
    const { document, primitive } = createSquare();
    const glass = document.createExtension(KHRMaterialsTransmission).createTransmission();
    // What is metal lets nothing through, and glTF's own default is metal.
    const material = document.createMaterial('glass').setDoubleSided(true).setMetallicFactor(0);
    primitive.setMaterial(material.setExtension('KHR_materials_transmission', glass));
    const clear = nameFile(await writeGlb(document));
    expect((await draw({}, { tellsParts: true }, undefined, clear)).parts!.glassShare).toBe(0);
    glass.setTransmissionFactor(0.9);
    const glazed = nameFile(await writeGlb(document));
    expect((await draw({}, { tellsParts: true }, undefined, glazed)).parts!.glassShare).toBeCloseTo(0.9, 6);
    material.setMetallicFactor(1);
    const metal = nameFile(await writeGlb(document));
    expect((await draw({}, { tellsParts: true }, undefined, metal)).parts!.glassShare).toBe(0);
  });
});
