import { expect, test } from 'vitest';
import { hiddenAtFirst } from '../../../../src/app/features/stage/hidden-at-first.ts';
import type { FileNode } from '../../../../src/contract/model-report.ts';

const node = (index: number, parent: number | null, extra: Partial<FileNode> = {}): FileNode => ({
  index,
  parent,
  name: `node ${index}`,
  hasMesh: true,
  materials: [],
  ...extra,
});
const helper = (nodeIndex: number) => ({ kind: 'stripped-node' as const, name: 'gizmo', nodeIndex });

test('what the file hides and what an editor left is hidden with all below it', () => {
  const nodes = [node(0, null), node(1, null, { isHidden: true }), node(2, 1), node(3, null), node(4, 3)];
  expect(hiddenAtFirst({ nodes, warnings: [helper(3)] })).toEqual([1, 3, 2, 4]);
});

test('a file that hides everything by its own flags is left so', () => {
  expect(hiddenAtFirst({ nodes: [node(0, null, { isHidden: true })], warnings: [] })).toEqual([0]);
});

test('nothing is hidden where no flag says so and nothing would be seen', () => {
  expect(hiddenAtFirst({ nodes: [node(0, null), node(1, 0)], warnings: [helper(0)] })).toEqual([]);
});
