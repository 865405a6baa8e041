import { expect, it } from 'vitest';
import { findTextureFrame } from '../../../src/tracer/gltf/find-texture-frame.ts';
import { compose, IDENTITY, multiply } from '../../../src/tracer/matrix.ts';

const TURN = [0.1825742, 0.3651484, 0.5477226, 0.7302967];

it('finds the way back from every place a product can be moved to', () => {
  for (const scale of [
    [1, 1, 1],
    [2, 0.3, 5],
    [-1, 2, 3],
    [0.01, 0.01, 0.01],
  ]) {
    const moved = compose([3, -40, 0.5], TURN, scale);
    const frame = findTextureFrame(moved);
    expect(frame?.toStage).toEqual(moved);
    multiply(frame?.fromStage ?? [], moved).forEach((value, cell) => {
      expect(value, `${scale} cell ${cell}`).toBeCloseTo(IDENTITY[cell] ?? Number.NaN, 6);
    });
  }
});

it('is the stage frame for a product that nobody moved, and for one that is pressed flat', () => {
  expect(findTextureFrame(IDENTITY)).toBeNull();
  expect(findTextureFrame(IDENTITY.map((value) => (value === 0 ? -0 : value)))).toBeNull();
  expect(findTextureFrame(compose([1, 2, 3], TURN, [1, 0, 1]))).toBeNull();
  expect(findTextureFrame(compose([0, 1e-9, 0], [0, 0, 0, 1], [1, 1, 1]))).not.toBeNull();
});
