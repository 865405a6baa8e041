import { expect, test } from 'vitest';
import type { PictureLayers } from '../../../src/tracer/post/denoise.ts';
import { softenCoverage } from '../../../src/tracer/post/soften-coverage.ts';

const SIDE = 48;
const SAMPLES = 32;

/** A product of one colour that covers what `share` says, as so many samples would find it. */
function layersOf(share: (x: number, y: number) => number, isNoisy: boolean): PictureLayers {
  const count = SIDE * SIDE;
  const [coverage, object] = [new Float32Array(count), new Float32Array(count * 3)];
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let pixel = 0; pixel < count; pixel++) {
    const wanted = share(pixel % SIDE, Math.floor(pixel / SIDE));
    let hits = 0;
    for (let sample = 0; sample < SAMPLES; sample++) if (random() < wanted) hits++;
    coverage[pixel] = isNoisy ? hits / SAMPLES : wanted;
    if ((coverage[pixel] ?? 0) > 0) object.set([0.8, 0.4, 0.1], pixel * 3);
  }
  const floor = new Float32Array(count * 3).fill(1);
  const floorCoverage = coverage.map((value) => 1 - value);
  return { widthPx: SIDE, heightPx: SIDE, object, coverage, floor, floorCoverage };
}

const errorOf = (layers: PictureLayers, share: (x: number, y: number) => number): number => {
  const sum = layers.coverage.reduce(
    (total, value, pixel) => total + (value - share(pixel % SIDE, Math.floor(pixel / SIDE))) ** 2,
    0,
  );
  return Math.sqrt(sum / layers.coverage.length);
};

test('grain goes out of a blurred edge; colour and what the floor covers go along', () => {
  const ramp = (x: number) => Math.min(1, Math.max(0, (x - 8) / 32));
  const noisy = layersOf(ramp, true);
  const soft = softenCoverage(noisy, SAMPLES);
  expect(errorOf(soft, ramp)).toBeLessThan(0.5 * errorOf(noisy, ramp));
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const covered = soft.coverage[pixel] ?? 0;
    expect(covered + (soft.floorCoverage[pixel] ?? 0)).toBeCloseTo(1, 5);
    if (covered > 1e-6) expect(soft.object[pixel * 3]).toBeCloseTo(0.8, 4);
  }
});

test('a sharp edge and whole pixels stay as they are', () => {
  const edge = (x: number) => (x < 20 ? 0 : x > 20 ? 1 : 0.4);
  const sharp = layersOf(edge, false);
  const soft = softenCoverage(sharp, SAMPLES);
  expect(soft.coverage).toEqual(sharp.coverage);
  expect(soft.object).toEqual(sharp.object);
});

test('where a whole pixel comes to show some floor, that is as dark as around it: no bright line is drawn', () => {
  const noisy = layersOf((x) => Math.min(1, Math.max(0, (x - 8) / 32)), true);
  // The product stands in its own shadow. Of a pixel in which no sample met the floor, its light is not known, and told as 1.
  const floor = noisy.floor.map((_, at) => ((noisy.floorCoverage[(at / 3) | 0] ?? 0) > 0 ? 0.1 : 1));
  const soft = softenCoverage({ ...noisy, floor }, SAMPLES);
  let come = 0;
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    if ((soft.floorCoverage[pixel] ?? 0) <= 0) continue;
    if (noisy.floorCoverage[pixel] === 0) come++;
    for (let k = 0; k < 3; k++) expect(soft.floor[pixel * 3 + k]).toBeCloseTo(0.1, 4);
  }
  expect(come).toBeGreaterThan(10);
});
