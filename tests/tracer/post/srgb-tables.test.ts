import { expect, it } from 'vitest';
import { createSrgbTables } from '../../../src/tracer/post/srgb-tables.ts';

const { decode, encode } = createSrgbTables();

it('brings every byte back', () => {
  for (let byte = 0; byte < 256; byte++) expect(encode(decode[byte] ?? 0)).toBeCloseTo(byte, 1);
});

it('follows the formula between bytes and clamps outside', () => {
  for (const linear of [0.00001, 0.001, 0.0031, 0.0032, 0.01, 0.1, 0.5, 0.9]) {
    const formula = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    expect(Math.abs(encode(linear) - 255 * formula)).toBeLessThan(0.01);
  }
  expect(encode(-1)).toBe(0);
  expect(encode(7)).toBeCloseTo(255, 4);
});
