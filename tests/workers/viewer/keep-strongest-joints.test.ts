import { BufferAttribute, BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import { keepStrongestJoints } from '../../../src/workers/viewer/keep-strongest-joints.ts';

const attribute = (values: number[]) => new BufferAttribute(new Float32Array(values), 4);

test('of eight joints the strongest four stay, and add up to 1', () => {
  // The loader lets the first four of [0.1, 0.04, 0.06, 0] add up to 1.
  const geometry = new BufferGeometry()
    .setAttribute('skinIndex', attribute([0, 1, 2, 3]))
    .setAttribute('skinWeight', attribute([0.5, 0.2, 0.3, 0]))
    .setAttribute('joints_1', attribute([4, 5, 6, 7]))
    .setAttribute('weights_1', attribute([0.5, 0.2, 0.1, 0]));
  keepStrongestJoints(geometry);
  expect(Object.keys(geometry.attributes)).toEqual(['skinIndex', 'skinWeight']);
  expect([...geometry.getAttribute('skinIndex').array]).toEqual([0, 4, 5, 6]);
  const weights = [...geometry.getAttribute('skinWeight').array];
  for (const [slot, weight] of [0.1, 0.5, 0.2, 0.1].entries())
    expect(weights[slot]).toBeCloseTo(weight / 0.9);
});

test('four joints stay as they are', () => {
  const weights = attribute([0.5, 0.2, 0.3, 0]);
  const geometry = new BufferGeometry()
    .setAttribute('skinIndex', attribute([0, 1, 2, 3]))
    .setAttribute('skinWeight', weights);
  keepStrongestJoints(geometry);
  expect(geometry.getAttribute('skinWeight')).toBe(weights);
});
