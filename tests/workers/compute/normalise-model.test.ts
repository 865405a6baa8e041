import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Bounds } from '../../../src/workers/compute/matrix4.ts';
import { normaliseModel } from '../../../src/workers/compute/normalise-model.ts';

test('each detected system turns its up to the stage and keeps hands as they are', () => {
  const ups = {
    Y_UP: [0, 1, 0],
    Z_UP: [0, 0, 1],
    X_UP: [1, 0, 0],
    Y_DOWN: [0, -1, 0],
    Z_DOWN: [0, 0, -1],
    X_DOWN: [-1, 0, 0],
  } as const;
  const bounds = new Bounds();
  bounds.add(1, 2, 3);
  bounds.add(6, 4, 7);
  for (const system of Object.keys(ups) as (keyof typeof ups)[]) {
    const matrix = new Matrix4().fromArray(normaliseModel(bounds, { system, confidence: 0.6 }));
    const up = new Vector3(...ups[system]).transformDirection(matrix);
    expect(up.y, system).toBeCloseTo(1, 9);
    expect(matrix.determinant(), system).toBeCloseTo(8, 6);
    const centre = new Vector3(3.5, 3, 5).applyMatrix4(matrix);
    expect(centre.length(), system).toBeCloseTo(0, 9);
  }
});

test('a doubtful detection turns nothing', () => {
  const bounds = new Bounds();
  bounds.add(-5, -5, -5);
  bounds.add(5, 5, 5);
  const matrix = normaliseModel(bounds, { system: 'Z_UP', confidence: 0.5 });
  expect(matrix.map((value) => value + 0)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
});
