import { expect, test } from 'vitest';
import { moveInTree } from '../../../../src/app/features/materials/move-in-tree.ts';
import { listTreeLines } from '../../../../src/app/features/materials/tree-rows.ts';
import type { FileNode } from '../../../../src/contract/model-report.ts';

const node = (index: number, parent: number | null, materials: number[] = []): FileNode => ({
  index,
  name: `n${index}`,
  parent,
  hasMesh: materials.length > 0,
  materials,
});
/** A group of two meshes, the first with its controls open: lines 0, 1, controls, 3. */
const lines = listTreeLines([node(0, null), node(1, 0, [0]), node(2, 0, [1])], {
  closed: new Set(),
  opened: new Set([1]),
  only: null,
});

test.each([
  [0, 'ArrowDown', 'focus 1'],
  [1, 'ArrowDown', 'focus 2'],
  [3, 'ArrowDown', 'focus 2'],
  [3, 'ArrowUp', 'focus 1'],
  [1, 'Home', 'focus 0'],
  [0, 'End', 'focus 2'],
  [0, 'ArrowRight', 'focus 1'],
  [3, 'ArrowRight', 'fold 2 true'],
  [1, 'ArrowLeft', 'fold 1 false'],
  [3, 'ArrowLeft', 'focus 0'],
  [1, ' ', 'show 1'],
  [1, 'Enter', 'select 1'],
  [1, 'x', null],
] as const)('line %i, %s: %s', (at, key, expected) => {
  const move = moveInTree(lines, at, key, true);
  const said = move && `${move.kind} ${move.line.node.index}${move.kind === 'fold' ? ` ${move.isOpen}` : ''}`;
  expect(said).toBe(expected);
});

test('Space and Enter on a button of the line are the button’s', () => {
  expect([' ', 'Enter'].map((key) => moveInTree(lines, 1, key, false))).toEqual([null, null]);
});
