import { KHRMaterialsEmissiveStrength } from '@gltf-transform/extensions';
import { beforeAll, describe, expect, it } from 'vitest';
import { toneMapNeutral } from '../../../src/contract/scene/tone-mapping.ts';
import { TONE_MAPS, WIDE_TONE_MAPS } from '../../../src/tracer/post/tone-map.ts';
import type { TraceEvent, TraceHost } from '../../../src/tracer/trace-events.ts';
import { tracePicture } from '../../../src/tracer/trace-picture.ts';
import { readExr } from '../../support/read-exr.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../../support/trace-host.ts';

type Rgb = [number, number, number];

const SIDE = 64;
let host: TraceHost;

/** A sign that shines in one colour, before grey. */
async function draw(colour: Rgb, strength: number, background = '#808080') {
  const { document, primitive } = createSquare();
  const shine = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
  const sign = document.createMaterial('sign').setBaseColorFactor([0, 0, 0, 1]).setRoughnessFactor(1);
  sign.setMetallicFactor(0).setEmissiveFactor(colour);
  primitive.setMaterial(
    sign.setExtension('KHR_materials_emissive_strength', shine.setEmissiveStrength(strength)),
  );
  const model = nameFile(await writeGlb(document));
  const spec = createSpec(model.hash, {
    widthPx: SIDE,
    heightPx: SIDE,
    keepsLayers: true,
    background: { kind: 'colour', colour: background },
  });
  let image: Extract<TraceEvent, { kind: 'image' }> | null = null;
  let exr: Uint8Array | null = null;
  const job = { spec, files: new Map([[model.hash, model.bytes]]) };
  for await (const event of tracePicture(job, host, new AbortController().signal)) {
    if (event.kind === 'layer' && event.layer.kind === 'exr') exr = event.layer.bytes;
    if (event.kind === 'image') image = event;
  }
  return { image: image!, channels: readExr(exr!).channels };
}

/** Khronos PBR Neutral as its paper has it, with the second half in the display's own primaries. */
function expectWide([r, g, b]: Rgb): number[] {
  const least = Math.min(r, g, b);
  const sheen = least < 0.08 ? least - 6.25 * least * least : 0.04;
  const [x, y, z] = [r - sheen, g - sheen, b - sheen];
  const p3 = [0.82246 * x + 0.17754 * y, 0.03319 * x + 0.96681 * y, 0.01708 * x + 0.0724 * y + 0.91052 * z];
  const peak = Math.max(...p3);
  const top = peak < 0.76 ? peak : 1 - 0.24 ** 2 / (peak + 0.24 - 0.76);
  const white = peak < 0.76 ? 0 : 1 - 1 / (0.15 * (peak - top) + 1);
  return p3.map((channel) => encode(((channel * top) / peak) * (1 - white) + top * white));
}

function encode(linear: number): number {
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
}

beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
});

describe('a picture in Display P3', () => {
  it('shows what shines beyond sRGB as the light says, and leaves the picture in sRGB as it is', async () => {
    const { image, channels } = await draw([1, 0.01, 0.005], 1.3);
    let shining = 0;
    for (let i = 0; i < SIDE * SIDE; i++) {
      if (channels.get('product.A')![i]! < 1) continue;
      const light = ['R', 'G', 'B'].map((k) => channels.get(`product.${k}`)![i]!) as Rgb;
      const wide = expectWide(light);
      const mapped: Rgb = [...light];
      toneMapNeutral(mapped);
      for (const k of [0, 1, 2] as const) {
        expect(Math.abs(image.wide![i * 4 + k]! - wide[k]!)).toBeLessThanOrEqual(1);
        expect(Math.abs(image.rgba[i * 4 + k]! - encode(mapped[k]))).toBeLessThanOrEqual(1);
      }
      // No sRGB has it: the red of its strongest red is 234 in Display P3.
      if (image.wide![i * 4]! > 236) shining++;
    }
    expect(shining).toBeGreaterThan(50);
  });

  it('has every colour that sRGB has as it is there', async () => {
    const { image } = await draw([1, 0.01, 0.005], 1.3, '#3080c0');
    // The corner: a sweep of the background's colour, which the sign does not reach.
    const at = (rgba: Uint8Array) => [...rgba.subarray(0, 3)].map(decode);
    const [r = 0, g = 0, b = 0] = at(image.rgba);
    const wanted = [
      0.82246 * r + 0.17754 * g,
      0.03319 * r + 0.96681 * g,
      0.01708 * r + 0.0724 * g + 0.91052 * b,
    ];
    for (const k of [0, 1, 2])
      expect(Math.abs(image.wide![k]! - encode(wanted[k]!))).toBeLessThanOrEqual(1.5);
  });

  it('is not made where sRGB has all of the colours', async () => {
    expect((await draw([0.5, 0.2, 0.2], 1)).image.wide).toBeNull();
    expect((await draw([1, 1, 1], 20)).image.wide).toBeNull();
  });
});

describe.each(['neutral', 'agx'] as const)('the wide tone map %s', (name) => {
  it('leaves greys and what is dim to what they are in sRGB', () => {
    for (const input of [
      [0, 0, 0],
      [0.18, 0.18, 0.18],
      [4, 4, 4],
      [0.5, 0.3, 0.2],
    ] as Rgb[]) {
      const [narrow, wide]: [Rgb, Rgb] = [[...input], [...input]];
      TONE_MAPS[name](narrow);
      WIDE_TONE_MAPS[name](wide);
      for (const k of [0, 1, 2] as const) expect(wide[k]).toBeCloseTo(narrow[k], 5);
    }
  });

  it('ends where Display P3 ends', () => {
    for (const input of [
      [9, 0, 0],
      [0, 9, 0],
      [0, 0, 9],
      [1.2, 0.1, 0],
      [0, 2, 1],
    ] as Rgb[]) {
      const [x, y, z]: Rgb = input;
      const rgb: Rgb = [x, y, z];
      WIDE_TONE_MAPS[name](rgb);
      const [r, g, b] = rgb;
      for (const channel of [
        0.82246 * r + 0.17754 * g,
        0.03319 * r + 0.96681 * g,
        0.01708 * r + 0.0724 * g + 0.91052 * b,
      ]) {
        expect(channel).toBeGreaterThan(-1e-4);
        expect(channel).toBeLessThan(1 + 1e-4);
      }
    }
  });
});

function decode(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
