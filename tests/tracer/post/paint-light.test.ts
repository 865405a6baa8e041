import { expect, it } from 'vitest';
import { buildImagePlate, buildSweep, type Plate } from '../../../src/tracer/post/build-plate.ts';
import { compositePicture } from '../../../src/tracer/post/composite-picture.ts';
import { paintLight } from '../../../src/tracer/post/paint-light.ts';
import { createSrgbTables } from '../../../src/tracer/post/srgb-tables.ts';
import { TONE_MAPS } from '../../../src/tracer/post/tone-map.ts';

const SIZE = 256;
/** Blurred edges end within this of a stroke. */
const REACH = 8;
const srgb = createSrgbTables();

type Colour = readonly [number, number, number, number];

/** A square stroke over the left half's middle, transparent elsewhere. */
function sketch(colour: Colour) {
  const rgba = new Uint8Array(SIZE * SIZE * 4);
  for (let y = 64; y < 192; y++)
    for (let x = 32; x < 96; x++) for (let k = 0; k < 4; k++) rgba[(y * SIZE + x) * 4 + k] = colour[k] ?? 0;
  return { widthPx: SIZE, heightPx: SIZE, rgba };
}

/** The product fills the upper half, the plate shows below. */
function composite(colour: Colour | null, plate: Plate = buildSweep(SIZE, SIZE, [0.2, 0.2, 0.2])) {
  const count = SIZE * SIZE;
  const coverage = new Float32Array(count).fill(1, 0, count / 2);
  const layers = {
    widthPx: SIZE,
    heightPx: SIZE,
    object: new Float32Array(count * 3).fill(0.2),
    coverage,
    floor: new Float32Array(count * 3).fill(1),
    floorCoverage: new Float32Array(count).fill(1),
  };
  const light = colour === null ? null : paintLight(sketch(colour), SIZE, SIZE, srgb);
  const look = { exposure: 1, toneMap: TONE_MAPS.neutral, style: null, shadowIntensity: 1, light };
  return compositePicture(layers, plate, look, srgb).rgba;
}

const at = (rgba: Uint8Array, x: number, y: number) =>
  Array.from(rgba.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3));
const ON_PRODUCT = [64, 96] as const;
const ON_PLATE = [64, 160] as const;

it('changes no byte where nothing is painted, and none at all by an empty sketch', () => {
  const before = composite(null);
  expect(paintLight(sketch([255, 255, 255, 0]), SIZE, SIZE, srgb)).toBeNull();
  expect(Buffer.from(composite([255, 255, 255, 0])).equals(Buffer.from(before))).toBe(true);
  const after = composite([255, 255, 255, 255]);
  let changedOutside = 0;
  let changedInside = 0;
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const isNear = x >= 32 - REACH && x < 96 + REACH && y >= 64 - REACH && y < 192 + REACH;
      const isChanged = at(before, x, y).some((byte, k) => byte !== at(after, x, y)[k]);
      if (isChanged && isNear) changedInside++;
      else if (isChanged) changedOutside++;
    }
  }
  expect(changedOutside).toBe(0);
  expect(changedInside).toBeGreaterThan(64 * 128 - 1);
});

it('keeps the bytes of an exact background beside the strokes', () => {
  const rgba = Uint8Array.from({ length: SIZE * SIZE * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 37) % 256));
  const image = { widthPx: SIZE, heightPx: SIZE, rgba };
  const lit = composite([255, 255, 255, 255], buildImagePlate(image, SIZE, SIZE, 1, srgb));
  for (const x of [0, 120, 255]) expect(at(lit, x, 200)).toEqual(at(rgba, x, 200));
  expect(at(lit, ...ON_PLATE)).not.toEqual(at(rgba, ...ON_PLATE));
});

it('white triples the light, black leaves a fifth, on product and background', () => {
  const linear = (rgba: Uint8Array, place: readonly [number, number]) =>
    srgb.decode[at(rgba, ...place)[0] ?? 0] ?? 0;
  for (const place of [ON_PRODUCT, ON_PLATE]) {
    const before = linear(composite(null), place);
    const white = linear(composite([255, 255, 255, 255]), place);
    const half = linear(composite([255, 255, 255, 128]), place);
    const black = linear(composite([0, 0, 0, 255]), place);
    expect(half).toBeGreaterThan(1.6 * before);
    expect(white).toBeGreaterThan(1.3 * half);
    // The tone map's toe takes a little more of the dark.
    expect(black).toBeLessThan(0.22 * before);
  }
  const plate = linear(composite(null), ON_PLATE);
  expect(linear(composite([255, 255, 255, 255]), ON_PLATE) / plate).toBeCloseTo(3, 1);
  expect(linear(composite([0, 0, 0, 255]), ON_PLATE) / plate).toBeCloseTo(0.2, 1);
});

it('a colour adds light of its own colour and takes none of the others away', () => {
  const [r, g, b] = at(composite([255, 0, 0, 255]), ...ON_PLATE) as [number, number, number];
  const [grey = 0] = at(composite(null), ...ON_PLATE);
  expect(r).toBeGreaterThan(grey + 40);
  expect(Math.abs(g - grey)).toBeLessThan(2);
  expect(Math.abs(b - grey)).toBeLessThan(2);
});

it('keeps the hue of what becomes brighter than white', () => {
  const bright = buildSweep(SIZE, SIZE, [0.9, 0.9, 0.9]);
  const [r, g, b] = at(composite([255, 0, 0, 255], bright), ...ON_PLATE) as [number, number, number];
  expect(r).toBeGreaterThan(253);
  expect(g).toBeLessThan(170);
  expect(Math.abs(g - b)).toBeLessThan(2);
});

it('draws a soft edge, the same at every size of picture', () => {
  const light = paintLight(sketch([255, 255, 255, 255]), SIZE, SIZE, srgb);
  const row = (x: number) => light?.rgb[(128 * SIZE + x) * 3] ?? 0;
  expect(row(64)).toBeCloseTo(2, 3);
  expect(row(96)).toBeGreaterThan(0.5);
  expect(row(96)).toBeLessThan(1.5);
  for (let x = 64; x < 110; x++) expect(row(x + 1)).toBeLessThanOrEqual(row(x));
  const small = paintLight(sketch([255, 255, 255, 255]), SIZE / 2, SIZE / 2, srgb);
  expect(small?.rgb).toHaveLength((SIZE / 2) ** 2 * 3);
  expect(small?.rgb[(64 * (SIZE / 2) + 32) * 3]).toBeCloseTo(2, 3);
});
