import { describe, expect, it } from 'vitest';
import { buildGradient, buildImagePlate, buildSweep } from '../../../src/tracer/post/build-plate.ts';
import { createSrgbTables } from '../../../src/tracer/post/srgb-tables.ts';

const srgb = createSrgbTables();
const imageOf = (widthPx: number, heightPx: number, at: (x: number, y: number) => number[]) => ({
  widthPx,
  heightPx,
  rgba: Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, i) => {
    const pixel = i >> 2;
    return at(pixel % widthPx, Math.floor(pixel / widthPx))[i & 3] ?? 255;
  }),
});

describe('buildSweep', () => {
  const shown = (plate: { rgb: Float32Array }, at: number) =>
    [0, 1, 2].map((k) => Math.round(srgb.encode(plate.rgb[at * 3 + k] ?? 0)));

  it('is brighter behind the product than the colour, and darker in the corners', () => {
    const plate = buildSweep(65, 65, [0.5, 0.25, 0.125]);
    const own = [0.5, 0.25, 0.125].map((channel) => Math.round(srgb.encode(channel)));
    const middle = shown(plate, 25 * 65 + 32);
    const corner = shown(plate, 64 * 65);
    for (const k of [0, 1, 2]) {
      expect(middle[k]).toBeGreaterThan(own[k] ?? 255);
      expect(corner[k]).toBeLessThan(own[k] ?? 0);
      expect(corner[k]).toBeGreaterThanOrEqual(Math.floor((own[k] ?? 0) * 0.9));
    }
  });

  it('leaves pure white exactly white, and comes to it without a step', () => {
    const { rgb, exact } = buildSweep(32, 32, [1, 1, 1]);
    expect(new Set(rgb)).toEqual(new Set([1]));
    expect(new Set(exact)).toEqual(new Set([255]));
    const nearly = buildSweep(32, 32, [0.99, 0.99, 0.99]);
    expect(Math.min(...shown(nearly, 31 * 32))).toBeGreaterThan(252);
  });
});

describe('buildGradient', () => {
  const rows = (fidelity: number) => {
    const { rgb } = buildGradient(4, 64, { from: '#ffffff', to: '#204060' }, fidelity);
    return (y: number) => [0, 1, 2].map((k) => Math.round(srgb.encode(rgb[y * 12 + k] ?? 0)));
  };

  it('runs evenly in sRGB from the top to the bottom', () => {
    const at = rows(1);
    expect(at(0)).toEqual([253, 254, 254]);
    expect(at(32)).toEqual([142, 158, 174]);
    expect(at(63)).toEqual([34, 65, 97]);
  });

  it('is softened at fidelity 0', () => {
    const [top = 0] = rows(0)(0);
    expect(top).toBeLessThan(250);
    expect(top).toBeGreaterThan(rows(0)(63)[0] ?? 255);
  });
});

describe('buildImagePlate', () => {
  it('covers the picture and cuts the longer side evenly', () => {
    // Red, green and blue thirds: a square cut from the middle is green.
    const wide = imageOf(96, 32, (x) =>
      x < 32 ? [255, 0, 0, 255] : x < 64 ? [0, 255, 0, 255] : [0, 0, 255, 255],
    );
    const { exact } = buildImagePlate(wide, 32, 32, 1, srgb);
    expect(Array.from(exact?.subarray(0, 4) ?? [])).toEqual([0, 255, 0, 255]);
    expect(Array.from(exact?.subarray(-4) ?? [])).toEqual([0, 255, 0, 255]);
  });

  it('shrinks in linear light', () => {
    const checks = imageOf(64, 64, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
    const { exact } = buildImagePlate(checks, 8, 8, 1, srgb);
    expect(Math.abs((exact?.[4 * 27] ?? 0) - 188)).toBeLessThan(3);
  });

  it('lays transparent pictures on white', () => {
    const { exact } = buildImagePlate(
      imageOf(8, 8, () => [0, 0, 0, 0]),
      8,
      8,
      1,
      srgb,
    );
    expect(exact?.every((byte) => byte === 255)).toBe(true);
  });

  it('keeps the mean colour at every fidelity', () => {
    const halves = imageOf(32, 32, (x) => (x < 16 ? [200, 40, 40, 255] : [40, 40, 200, 255]));
    const mean = (fidelity: number) => {
      const { rgb } = buildImagePlate(halves, 32, 32, fidelity, srgb);
      return rgb.reduce((sum, value) => sum + value, 0) / rgb.length;
    };
    for (const fidelity of [0, 0.1, 0.4]) expect(mean(fidelity) / mean(1)).toBeCloseTo(1, 1);
  });
});
