import { expect, test } from 'vitest';
import { tellChange } from '../../../../src/app/features/results/tell-change.ts';

test('of lists only the difference is told, other facts whole', () => {
  const nodes = { what: 'nodes', before: 'A, B, C', after: 'A, C, D | A, C, E' } as const;
  expect(tellChange(nodes)).toEqual(['B', 'D, E']);
  expect(tellChange({ what: 'models', before: '', after: 'x.safetensors' })).toEqual(['', 'x.safetensors']);
  const server = { what: 'server', before: 'gpu-1, left', after: 'gpu-2' } as const;
  expect(tellChange(server)).toEqual(['gpu-1, left', 'gpu-2']);
});
