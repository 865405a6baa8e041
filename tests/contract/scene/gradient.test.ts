import { describe, expect, test } from 'vitest';
import { RenderSettings } from '../../../src/contract/http/projects.ts';
import { colourGradient, Gradient, placeOnGradient } from '../../../src/contract/scene/gradient.ts';

const WHITE = { at: 0, colour: '#ffffff' };
const BLUE = { at: 1, colour: '#204060' };

describe('records of two colours', () => {
  const read = { kind: 'linear', angleDegrees: 180, stops: [WHITE, BLUE] };

  test('read as a gradient from top to bottom, and are written as one', () => {
    const old = { from: '#ffffff', to: '#204060' };
    expect(Gradient.parse(old)).toEqual(read);
    const look = { batch_size: 1, quality: 'standard', width: 64, height: 64, tone_mapping: 'neutral' };
    const settings = RenderSettings.parse({
      ...look,
      exposure: 0.6,
      hidden_nodes: [],
      camera: null,
      background_gradient: old,
    });
    expect(settings.background_gradient).toEqual(read);
    expect(RenderSettings.encode(settings).background_gradient).toEqual(read);
  });

  test('stops in any order are put into theirs', () => {
    expect(Gradient.parse({ ...read, stops: [BLUE, WHITE] })).toEqual(read);
  });

  test.each([
    ['no stops', { stops: [] }, 'stops', /Too small.*2 items/],
    ['one stop', { stops: [WHITE] }, 'stops', /Too small.*2 items/],
    ['nine stops', { stops: Array.from({ length: 9 }, () => WHITE) }, 'stops', /Too big.*8 items/],
    ['a place of no number', { stops: [{ at: Number.NaN, colour: '#ffffff' }, BLUE] }, 'stops.0.at', /NaN/],
    [
      'an infinite one',
      { stops: [WHITE, { at: Number.POSITIVE_INFINITY, colour: '#ffffff' }] },
      'stops.1.at',
      /./,
    ],
    ['a place beyond the end', { stops: [WHITE, { at: 1.5, colour: '#ffffff' }] }, 'stops.1.at', /Too big/],
    [
      'a place before the start',
      { stops: [{ at: -0.1, colour: '#ffffff' }, BLUE] },
      'stops.0.at',
      /Too small/,
    ],
    ['a colour of another kind', { stops: [{ at: 0, colour: 'red' }, BLUE] }, 'stops.0.colour', /./],
    ['a stop that is none', { stops: [null, BLUE] }, 'stops.0', /object/],
    ['another shape', { kind: 'conic' }, 'kind', /linear/],
    ['an angle beyond the circle', { angleDegrees: 361 }, 'angleDegrees', /Too big/],
    ['nothing', { stops: undefined }, 'stops', /array/],
  ])('%s: refused in words', (_name, change, path, words) => {
    const { error } = Gradient.safeParse({ ...read, ...change });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
    expect(error?.issues.find((issue) => issue.path.join('.') === path)?.message).toMatch(words);
  });
});

describe('the formula', () => {
  test('angles are those of CSS, from corner to corner of any shape', () => {
    const place = (angleDegrees: number, aspect: number, u: number, v: number) =>
      placeOnGradient({ kind: 'linear', angleDegrees }, aspect)(u, v);
    expect(place(180, 1, 0.3, 0.25)).toBeCloseTo(0.25);
    expect(place(0, 1, 0.3, 0.25)).toBeCloseTo(0.75);
    expect(place(90, 2, 0.3, 0.25)).toBeCloseTo(0.3);
    for (const aspect of [0.5, 1, 2]) {
      expect(place(135, aspect, 0, 0)).toBeCloseTo(0);
      expect(place(135, aspect, 1, 1)).toBeCloseTo(1);
    }
    // Of a wide picture the diagonal at 45 degrees is longer to the right.
    expect(place(135, 2, 1, 0)).toBeCloseTo(2 / 3);
  });

  test('a radial one is round and ends in the corners', () => {
    const place = placeOnGradient({ kind: 'radial', angleDegrees: 0 }, 2);
    expect(place(0.5, 0.5)).toBe(0);
    expect(place(1, 1)).toBeCloseTo(1);
    expect(place(0.5, 0)).toBeCloseTo(0.5 / Math.hypot(1, 0.5));
  });

  test('colours are even between stops, flat beyond them, and sharp where two stops meet', () => {
    const colour = colourGradient([
      { at: 0.2, colour: '#000000' },
      { at: 0.6, colour: '#6432c8' },
      { at: 0.6, colour: '#ffffff' },
      { at: 0.8, colour: '#ff0000' },
    ]);
    expect(colour(0)).toEqual([0, 0, 0]);
    expect(colour(0.4).map(Math.round)).toEqual([50, 25, 100]);
    expect(colour(0.6)).toEqual([100, 50, 200]);
    expect(colour(0.6000001)[0]).toBeCloseTo(255, 3);
    expect(colour(1)).toEqual([255, 0, 0]);
  });
});
