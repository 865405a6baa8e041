import { expect, test } from 'vitest';
import { fidelityFromWire } from '../../../src/contract/scene/background-fidelity.ts';

test('the slider comes back from the wire: 100 % keeps the picture, 0 % keeps its palette', () => {
  const wire = (percent: number) => 1 - (percent / 100) * 0.95;
  for (const percent of [0, 1, 33, 50, 99, 100]) expect(fidelityFromWire(wire(percent))).toBe(percent / 100);
});

test('below the range of the wire means the same as its end', () => {
  expect(fidelityFromWire(0)).toBe(1);
});
