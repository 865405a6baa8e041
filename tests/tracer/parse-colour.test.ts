import { expect, it } from 'vitest';
import { decodeSrgb, encodeSrgb, parseColour } from '../../src/tracer/parse-colour.ts';

it('reads #rrggbb as linear light', () => {
  expect(parseColour('#ff0000')).toEqual([1, 0, 0]);
  const [r, g, b] = parseColour('#80BC40');
  expect(r).toBeCloseTo(0.2159, 4);
  expect(g).toBeCloseTo(0.5029, 4);
  expect(b).toBeCloseTo(0.0513, 4);
});

it('goes both ways, through the straight part and the curve', () => {
  for (const value of [0, 0.001, 0.02, 0.0404, 0.041, 0.3, 0.9, 1]) {
    expect(encodeSrgb(decodeSrgb(value))).toBeCloseTo(value, 6);
    const formula = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    expect(decodeSrgb(value)).toBeCloseTo(formula, 8);
  }
});
