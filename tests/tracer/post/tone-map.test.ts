import { describe, expect, it } from 'vitest';
import { TONE_MAPS } from '../../../src/tracer/post/tone-map.ts';

const INPUTS = [0, 1e-8, 0.01, 0.18, 0.5, 0.8, 1, 2, 10, 1000];

describe.each(['neutral', 'agx'] as const)('%s', (name) => {
  const map = (r: number, g: number, b: number) => {
    const rgb: [number, number, number] = [r, g, b];
    TONE_MAPS[name](rgb);
    return rgb;
  };

  it('keeps grey grey, grows with the input and never leaves 0 to 1', () => {
    let last = -1;
    for (const value of INPUTS) {
      const [r, g, b] = map(value, value, value);
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.004);
      expect(r).toBeGreaterThanOrEqual(Math.max(0, last));
      expect(r).toBeLessThanOrEqual(1);
      last = r;
    }
    for (const red of INPUTS) {
      for (const channel of map(red, 0, 0.3)) expect(channel >= 0 && channel <= 1).toBe(true);
    }
  });
});

it("neutral keeps colours of the middle as they are, less the 4 % of a dielectric's sheen", () => {
  const rgb: [number, number, number] = [0.6, 0.3, 0.2];
  TONE_MAPS.neutral(rgb);
  expect(rgb[0]).toBeCloseTo(0.56, 6);
  expect(rgb[1]).toBeCloseTo(0.26, 6);
});

it('agx puts middle grey in the middle', () => {
  const rgb: [number, number, number] = [0.18, 0.18, 0.18];
  TONE_MAPS.agx(rgb);
  expect(rgb[1]).toBeGreaterThan(0.15);
  expect(rgb[1]).toBeLessThan(0.24);
});
