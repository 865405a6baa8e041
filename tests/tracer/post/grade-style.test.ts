import { describe, expect, it } from 'vitest';
import { createGrade, measureOklab, styleTint } from '../../../src/tracer/post/grade-style.ts';

/** A ramp of one hue, linear rgb. */
function ramp(r: number, g: number, b: number): Float32Array {
  return Float32Array.from({ length: 300 }, (_, i) => (((i / 3) | 0) / 100) * ([r, g, b][i % 3] ?? 0));
}

const GREY = ramp(0.6, 0.6, 0.6);
const BLUE = measureOklab(ramp(0.1, 0.2, 0.8));
type Rgb = [number, number, number];

describe('createGrade', () => {
  it('is the identity at strength 0', () => {
    const grade = createGrade(measureOklab(GREY), { target: BLUE, strength: 0 });
    const rgb: Rgb = [0.3, 0.2, 0.1];
    grade(rgb, 0);
    expect(rgb).toEqual([0.3, 0.2, 0.1]);
  });

  it("is nearly the identity towards the picture's own colours", () => {
    const grade = createGrade(measureOklab(GREY), { target: measureOklab(GREY), strength: 1 });
    const rgb: Rgb = [0.3, 0.2, 0.1];
    grade(rgb, 0);
    for (const [k, value] of [0.3, 0.2, 0.1].entries()) expect(rgb[k]).toBeCloseTo(value, 3);
  });

  it('takes the background to the style and the product a third of the way', () => {
    const grade = createGrade(measureOklab(GREY), { target: BLUE, strength: 1 });
    const behind: Rgb = [0.3, 0.3, 0.3];
    const product: Rgb = [0.3, 0.3, 0.3];
    grade(behind, 0);
    grade(product, 1);
    const blueness = ([r, , b]: Rgb) => b / r;
    expect(blueness(behind)).toBeGreaterThan(2);
    expect(blueness(product)).toBeGreaterThan(1.05);
    expect(blueness(product)).toBeLessThan(blueness(behind) / 1.5);
  });

  it('stays between 0 and 1', () => {
    const grade = createGrade(measureOklab(GREY), { target: measureOklab(ramp(1, 0.9, 0)), strength: 1 });
    for (const value of [0, 0.001, 0.5, 1]) {
      const rgb: Rgb = [value, 1 - value, value];
      grade(rgb, 0);
      for (const channel of rgb) expect(channel >= 0 && channel <= 1).toBe(true);
    }
  });
});

describe('styleTint', () => {
  it('leans to the style with luminance 1, not at all at strength 0 or for black', () => {
    const [r, g, b] = styleTint(ramp(0.9, 0.5, 0.2), 1);
    expect(r).toBeGreaterThan(g);
    expect(g).toBeGreaterThan(b);
    expect(0.2126 * r + 0.7152 * g + 0.0722 * b).toBeCloseTo(1, 6);
    expect(styleTint(ramp(0.9, 0.5, 0.2), 0)).toEqual([1, 1, 1]);
    expect(styleTint(new Float32Array(30), 1)).toEqual([1, 1, 1]);
  });
});
