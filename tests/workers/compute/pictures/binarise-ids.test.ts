import { expect, test } from 'vitest';
import { binariseIds } from '../../../../src/workers/compute/pictures/binarise-ids.ts';

test('turns the wanted slots white and everything else black, with 16-bit ids', () => {
  const slots = [0, 1, 299];
  const ids = new Uint8Array(16);
  // Background, slot 0, slot 1, slot 299 (id 300 = 44 + 256 * 1).
  ids.set([0, 0, 0, 0, 1, 0, 0, 255, 2, 0, 0, 255, 44, 1, 0, 255]);
  const masks = slots.map((slot) => binariseIds(ids, [slot]));
  for (const [index, { pixels, coverage }] of masks.entries()) {
    const expected = [0, 1, 2, 3].map((pixel) => (pixel === index + 1 ? 255 : 0));
    expect([...pixels].filter((_, byte) => byte % 4 === 0)).toEqual(expected);
    expect([...pixels].filter((_, byte) => byte % 4 === 3)).toEqual([255, 255, 255, 255]);
    expect(coverage).toBe(0.25);
  }
  expect(binariseIds(ids, slots).coverage).toBe(0.75);
});
