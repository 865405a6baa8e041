import { describe, expect, it } from 'vitest';
import { buildImagePlate, buildSweep } from '../../../src/tracer/post/build-plate.ts';
import { compositePicture, encodeProduct } from '../../../src/tracer/post/composite-picture.ts';
import type { PictureLayers } from '../../../src/tracer/post/denoise.ts';
import { createSrgbTables } from '../../../src/tracer/post/srgb-tables.ts';
import { TONE_MAPS } from '../../../src/tracer/post/tone-map.ts';

const SIZE = 16;
const srgb = createSrgbTables();
const LOOK = { exposure: 1, toneMap: TONE_MAPS.neutral, style: null, shadowIntensity: 1, light: null };
/** A picture with every kind of byte in it. */
const IMAGE = {
  widthPx: SIZE,
  heightPx: SIZE,
  rgba: Uint8Array.from({ length: SIZE * SIZE * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 37) % 256)),
};

function layersWith(change: (layers: PictureLayers) => void): PictureLayers {
  const count = SIZE * SIZE;
  const layers = {
    widthPx: SIZE,
    heightPx: SIZE,
    object: new Float32Array(count * 3),
    coverage: new Float32Array(count),
    floor: new Float32Array(count * 3).fill(1),
    floorCoverage: new Float32Array(count).fill(1),
  };
  change(layers);
  return layers;
}

describe('compositePicture', () => {
  it('keeps every byte of an unshadowed background at fidelity 1', () => {
    const plate = buildImagePlate(IMAGE, SIZE, SIZE, 1, srgb);
    const layers = layersWith(({ coverage, object, floor }) => {
      coverage[0] = 1;
      object.fill(0.5, 0, 3);
      floor.fill(0.5, 3, 6);
      floor.fill(1.0005, 6, 9);
    });
    const { rgba } = compositePicture(layers, plate, LOOK, srgb);
    expect(Array.from(rgba.subarray(8))).toEqual(Array.from(IMAGE.rgba.subarray(8)));
    expect(rgba[0]).not.toBe(IMAGE.rgba[0]);
    // Half the light is drawn as 38.5 %, which is 64.8 % of the sRGB value.
    expect(Math.abs((rgba[5] ?? 0) - 0.648 * (IMAGE.rgba[5] ?? 0))).toBeLessThan(3);
  });

  it('lightens the shadow of the floor alone, down to the background itself', () => {
    const plate = buildImagePlate(IMAGE, SIZE, SIZE, 1, srgb);
    const layers = layersWith(({ floor }) => floor.fill(0.4, 0, 48).fill(1.4, 48, 96));
    const at = (shadowIntensity: number) =>
      compositePicture(layers, plate, { ...LOOK, shadowIntensity }, srgb).rgba;
    const [full, half, none] = [at(1), at(0.5), at(0)];
    const row = (rgba: Uint8Array, y: number) => Array.from(rgba.subarray(y * SIZE * 4, (y + 1) * SIZE * 4));
    expect(row(none, 0)).toEqual(row(IMAGE.rgba, 0));
    expect(row(half, 1)).toEqual(row(full, 1));
    const sum = (rgba: Uint8Array) => row(rgba, 0).reduce((all, value) => all + value, 0);
    expect(sum(half)).toBeGreaterThan(sum(full));
    expect(sum(none)).toBeGreaterThan(sum(half));
  });

  it('deepens shadows, but neither full shadow nor light that the product throws', () => {
    const plate = buildSweep(SIZE, SIZE, [0.4, 0.4, 0.4]);
    const { rgba } = compositePicture(
      layersWith(({ floor }) => {
        for (const [i, ratio] of [0, 0.5, 0.9, 1, 1.5].entries()) floor.fill(ratio, i * 48, i * 48 + 48);
      }),
      plate,
      LOOK,
      srgb,
    );
    const linear = (row: number) =>
      (srgb.decode[rgba[(row * SIZE + 8) * 4] ?? 0] ?? 0) / (plate.rgb[(row * SIZE + 8) * 3] ?? 1);
    expect(linear(0)).toBe(0);
    expect(linear(1)).toBeCloseTo(0.385, 1.5);
    expect(linear(2)).toBeCloseTo(0.859, 1.5);
    expect(linear(3)).toBeCloseTo(1, 1.5);
    expect(linear(4)).toBeCloseTo(1.5, 1.5);
  });

  it('keeps a background sharp down to a fidelity of one half; below, less and less is left of it', () => {
    const contrast = (fidelity: number) => {
      const { rgba } = compositePicture(
        layersWith(() => {}),
        buildImagePlate(IMAGE, SIZE, SIZE, fidelity, srgb),
        LOOK,
        srgb,
      );
      let sum = 0;
      for (let i = 0; i + 4 < rgba.length; i += 4) sum += Math.abs((rgba[i] ?? 0) - (rgba[i + 4] ?? 0));
      return sum;
    };
    expect(contrast(0.5)).toBe(contrast(1));
    expect(contrast(0.25)).toBeLessThan(contrast(1));
    expect(contrast(0)).toBeLessThan(contrast(1) / 8);
  });

  it('shows a matt grey as the same grey', () => {
    // 18 % reflectance plus a dielectric's 4 % sheen comes to about 0.22 in light of 1; neutral takes the 4 % off.
    const plate = buildSweep(SIZE, SIZE, [0.5, 0.5, 0.5]);
    const layers = layersWith(({ coverage, object }) => {
      coverage.fill(1);
      object.fill(0.22);
    });
    const { rgba } = compositePicture(layers, plate, LOOK, srgb);
    expect(Math.abs((rgba[0] ?? 0) - srgb.encode(0.18))).toBeLessThan(1.1);
  });

  it('blends borders in linear light', () => {
    const plate = buildSweep(SIZE, SIZE, [0, 0, 0]);
    const layers = layersWith(({ coverage, object }) => {
      coverage.fill(0.5);
      object.fill(1e6);
    });
    const { rgba } = compositePicture(layers, plate, LOOK, srgb);
    expect(Math.abs((rgba[0] ?? 0) - srgb.encode(0.5))).toBeLessThan(2);
  });

  it('dithers a plate to its mean without banding into one value', () => {
    const plate = buildSweep(SIZE, SIZE, [0.2, 0.2, 0.2]);
    const { rgba } = compositePicture(
      layersWith(() => {}),
      plate,
      LOOK,
      srgb,
    );
    expect(
      new Set(Array.from(rgba.subarray(0, SIZE * 16)).filter((_, i) => i % 4 === 0)).size,
    ).toBeGreaterThan(1);
    expect(rgba.every((byte, i) => i % 4 !== 3 || byte === 255)).toBe(true);
  });
});

describe('encodeProduct', () => {
  const patterns: [string, (x: number, y: number) => number][] = [
    ['nothing', () => 0],
    ['everything', () => 1],
    ['a checkerboard', (x, y) => (x + y) % 2],
    ['lines of a pixel', (x) => (x % 4 === 0 ? 1 : 0)],
    ['a veil', (x) => x / SIZE],
  ];
  it.each(patterns)('has the bytes that the picture has of a product that covers %s', (_name, cover) => {
    const layers = layersWith(({ coverage, object, floorCoverage }) => {
      for (let i = 0; i < SIZE * SIZE; i++) {
        coverage[i] = cover(i % SIZE, Math.floor(i / SIZE));
        floorCoverage[i] = 1 - coverage[i]!;
        for (let k = 0; k < 3; k++) object[i * 3 + k] = ((i * (k + 3)) % 29) / 20;
      }
    });
    const product = encodeProduct(layers, LOOK, srgb, 5);
    const plate = buildImagePlate(IMAGE, SIZE, SIZE, 1, srgb);
    const { rgba } = compositePicture(layers, plate, LOOK, srgb, 5);
    for (let i = 0; i < SIZE * SIZE; i++) {
      const alpha = product[i * 4 + 3]!;
      expect(alpha === 255).toBe(layers.coverage[i] === 1);
      expect(alpha === 0).toBe(layers.coverage[i] === 0);
      for (const k of [0, 1, 2]) {
        const [own, behind, made] = [product[i * 4 + k]!, IMAGE.rgba[i * 4 + k]!, rgba[i * 4 + k]!];
        if (alpha === 255) expect(made).toBe(own);
        if (alpha === 0) expect(made).toBe(behind);
        // In between both are laid over each other in linear light, within the grain of a level.
        const share = layers.coverage[i]!;
        const rgb: [number, number, number] = [0, 1, 2].map((j) => layers.object[i * 3 + j]!) as never;
        LOOK.toneMap(rgb);
        const mixed = srgb.encode(rgb[k as 0 | 1 | 2] * share + srgb.decode[behind]! * (1 - share));
        expect(Math.abs(made - mixed)).toBeLessThanOrEqual(1);
      }
    }
  });
});
