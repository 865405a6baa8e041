import { expect, test } from 'vitest';
import { assignParts } from '../../../src/contract/scene/assign-parts.ts';

test('an instance has the parts of its nodes that one material draws, and of two the earlier', () => {
  const numberOf = assignParts([
    { materialIndex: 1 },
    { materialIndex: 40_000, split: { from: 1, nodes: [2, 3] } },
    { materialIndex: 40_001, split: { from: 1, nodes: [3, 4] } },
    { materialIndex: 40_002, split: { from: -1, nodes: [2] } },
  ]);
  expect([1, 2, 3, 4].map((node) => numberOf(node, 1))).toEqual([1, 40_000, 40_000, 40_001]);
  expect([numberOf(2, -1), numberOf(3, -1), numberOf(2, 0)]).toEqual([40_002, -1, 0]);
});
