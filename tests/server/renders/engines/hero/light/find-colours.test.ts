import { describe, expect, it } from 'vitest';
import { kelvinOf } from '../../../../../../src/server/renders/engines/hero/lead-light.ts';
import { findColours } from '../../../../../../src/server/renders/engines/hero/light/find-colours.ts';
import { colourOfKelvin } from '../../../../../../src/tracer/light/hang-lights.ts';
import { toByte } from '../../../../../support/rooms/develop-picture.ts';

type Triple = readonly [number, number, number];

const SIDE = 80;
const nothing = () => false;

/** A wall below and a whiter one above it, both with more of the key on the right. */
function paint(key: number, rest: number, { wall = [0.5, 0.35, 0.22] as Triple, isEven = false } = {}) {
  const [a, b] = [colourOfKelvin(key), colourOfKelvin(rest)];
  const rgb = new Float32Array(SIDE * SIDE * 3);
  for (let at = 0; at < SIDE * SIDE; at++) {
    const own = at < (SIDE * SIDE) / 2 ? [0.7, 0.7, 0.68] : wall;
    const part = isEven ? 1 : (at % SIDE) / SIDE;
    for (const k of [0, 1, 2] as const) rgb[at * 3 + k] = own[k]! * (0.6 * part * a[k] + 0.4 * b[k]);
  }
  return { widthPx: SIDE, heightPx: SIDE, rgb };
}

function mired(colour: Triple): number {
  const hex = colour.map((value) => toByte(value).toString(16).padStart(2, '0')).join('');
  return 1e6 / kelvinOf(`#${hex}`);
}

describe('the colours of the light in a picture', () => {
  it('are told apart by shading: a lamp before a blue sky is warmer than all that it lights', () => {
    for (const [key, rest] of [
      [3_400, 7_500],
      [4_200, 7_500],
      [6_500, 5_000],
    ] as const) {
      const found = findColours(paint(key, rest), nothing, null);
      expect(Math.abs(mired(found.key) - 1e6 / key)).toBeLessThan(22);
      // Without any shading the same colours are heard as light that is one.
      const even = findColours(paint(key, rest, { isEven: true }), nothing, null);
      expect(Math.abs(mired(even.key) - 1e6 / key)).toBeGreaterThan(Math.abs(mired(found.key) - 1e6 / key));
    }
  });

  it('are told apart by the shadow of the product as well', () => {
    const picture = paint(3_600, 7_500, { isEven: true });
    const [a, b] = [colourOfKelvin(3_600), colourOfKelvin(7_500)];
    const shade = [0, 1, 2].map((k) => (0.4 * b[k]!) / (0.6 * a[k]! + 0.4 * b[k]!)) as [
      number,
      number,
      number,
    ];
    const [blind, told] = [findColours(picture, nothing, null), findColours(picture, nothing, shade)];
    expect(Math.abs(mired(told.key) - 1e6 / 3_600)).toBeLessThan(
      Math.abs(mired(blind.key) - 1e6 / 3_600) - 10,
    );
    expect(mired(told.ambient)).toBeLessThan(mired(blind.ambient) - 10);
  });

  it('are what is usual where nothing is seen, and never those of the product', () => {
    const black = { widthPx: SIDE, heightPx: SIDE, rgb: new Float32Array(SIDE * SIDE * 3) };
    const { key, ambient } = findColours(black, nothing, null);
    expect(mired(key)).toBeGreaterThan(190);
    expect(mired(key)).toBeLessThan(235);
    expect(mired(ambient)).toBeLessThan(mired(key));
    const isProduct = (at: number) => at >= (SIDE * SIDE) / 2;
    const [red, green] = (
      [
        [0.8, 0.05, 0.05],
        [0.05, 0.8, 0.1],
      ] as const
    ).map((wall) => findColours(paint(3_600, 7_500, { wall }), isProduct, null));
    expect(red).toEqual(green);
  });
});
