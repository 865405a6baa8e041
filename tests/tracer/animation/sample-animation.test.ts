import { Quaternion, QuaternionKeyframeTrack } from 'three';
import { describe, expect, it } from 'vitest';
import {
  type AnimationTrack,
  readTracks,
  samplePose,
} from '../../../src/tracer/animation/sample-animation.ts';

const track = (changes: Partial<AnimationTrack> & { readonly values: Float32Array }): AnimationTrack => ({
  node: 0,
  path: 'translation',
  interpolation: 'LINEAR',
  times: new Float32Array([1, 2]),
  ...changes,
});
const at = (one: AnimationTrack, seconds: number) => samplePose([one], seconds).get(0)?.[one.path] ?? [];

describe('samplePose', () => {
  const moves = new Float32Array([0, 0, 0, 4, 8, -2]);

  it('goes straight from key to key, and holds still before the first and after the last', () => {
    const one = track({ values: moves });
    expect([0, 1, 1.25, 2, 9].map((seconds) => at(one, seconds))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 2, -0.5],
      [4, 8, -2],
      [4, 8, -2],
    ]);
  });

  it('keeps a step until the next key', () => {
    const one = track({ values: moves, interpolation: 'STEP' });
    expect([at(one, 1.99), at(one, 2)]).toEqual([
      [0, 0, 0],
      [4, 8, -2],
    ]);
  });

  it('follows a cubic spline by its tangents, which count per second', () => {
    const values = new Float32Array([0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    const one = track({ values, interpolation: 'CUBICSPLINE', times: new Float32Array([0, 2]) });
    // 2 (t3 - 2 t2 + t) 3 + (3 t2 - 2 t3) at t = 1/2.
    expect(at(one, 1)[0]).toBeCloseTo(0.75 + 0.5, 6);
    expect([at(one, 0)[0], at(one, 2)[0]]).toEqual([0, 1]);
  });

  it('turns at an even pace by the shorter way, as three.js does', () => {
    const from = new Quaternion(0.1, 0.7, -0.2, 0.3).normalize();
    const to = new Quaternion(-0.5, -0.4, 0.6, -0.1).normalize();
    const values = new Float32Array([...from.toArray(), ...to.toArray()]);
    const one = track({ path: 'rotation', values });
    const { times } = one;
    const theirs = new QuaternionKeyframeTrack('turn', [...times], [...values]);
    // Three's clips hand the interpolant a buffer.
    const interpolant = theirs.InterpolantFactoryMethodLinear(new Float32Array(4));
    for (const seconds of [1, 1.1, 1.5, 1.73, 2]) {
      const expected = interpolant.evaluate(seconds) as unknown as number[];
      for (const [cell, value] of at(one, seconds).entries())
        expect(value).toBeCloseTo(expected[cell] ?? 0, 5);
    }
  });

  it('blends weights of any number of targets', () => {
    const one = track({ path: 'weights', values: new Float32Array([0, 1, 0.5, 1, 0, 0.5]) });
    expect(at(one, 1.5)).toEqual([0.5, 0.5, 0.5]);
  });
});

describe('readTracks', () => {
  const json = (target: object, sampler: object = { input: 0, output: 1 }) =>
    ({
      asset: { version: '2.0' },
      nodes: [{}],
      animations: [{ channels: [{ sampler: 0, target }], samplers: [sampler] }],
    }) as never;
  const values: Readonly<Record<number, Float32Array>> = {
    0: new Float32Array([0, 1]),
    1: new Float32Array(6),
    2: new Float32Array([1, 0]),
    3: new Float32Array([0, Number.NaN]),
    4: new Float32Array(7),
  };
  const read = (...args: Parameters<typeof json>) =>
    readTracks(json(...args), 0, (index) => values[index] ?? null);

  it('reads what moves a node', () => {
    expect(read({ node: 0, path: 'translation' })).toMatchObject([
      { node: 0, path: 'translation', interpolation: 'LINEAR' },
    ]);
  });

  it.each([
    ['a pointer', { path: 'pointer', extensions: { KHR_animation_pointer: {} } }, undefined],
    ['no node', { path: 'scale' }, undefined],
    ['a node that is not there', { node: 7, path: 'scale' }, undefined],
    ['time that runs back', { node: 0, path: 'scale' }, { input: 2, output: 1 }],
    ['times that are no numbers', { node: 0, path: 'scale' }, { input: 3, output: 1 }],
    ['too many values', { node: 0, path: 'scale' }, { input: 0, output: 4 }],
    ['too few values for turns', { node: 0, path: 'rotation' }, undefined],
    ['no values', { node: 0, path: 'scale' }, { input: 0, output: 9 }],
  ])('leaves out %s', (_, target, sampler) => {
    expect(read(target, sampler)).toEqual([]);
  });

  it('reads nothing from what is no animation', () => {
    for (const animations of [undefined, 3, [null], [{ channels: 'x' }], [{ channels: [3], samplers: {} }]])
      expect(readTracks({ asset: { version: '2.0' }, animations } as never, 0, () => null)).toEqual([]);
  });
});
