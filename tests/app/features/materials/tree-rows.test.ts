import { expect, test } from 'vitest';
import { judgeTree, listTreeLines } from '../../../../src/app/features/materials/tree-rows.ts';
import type { FileNode } from '../../../../src/contract/model-report.ts';

const node = (index: number, name: string, parent: number | null, materials: number[] = []): FileNode => ({
  index,
  name,
  parent,
  hasMesh: materials.length > 0,
  materials,
});
const nodes = [
  node(0, 'Chair', null),
  node(1, 'helper-group', 0),
  node(2, 'Seat-left', 1, [0]),
  node(3, 'Legs', 0),
  node(4, 'Leg', 3, [1]),
  node(5, 'light_rig', null),
];
const show = (closed: number[], only: number[] | null, opened: number[] = []) =>
  listTreeLines(nodes, {
    closed: new Set(closed),
    opened: new Set(opened),
    only: only === null ? null : new Set(only),
  }).map(
    (line) =>
      `${'  '.repeat(line.level - 1)}${line.kind === 'node' ? line.node.name : `material ${line.material}`}`,
  );

test('groups with a hyphen or named light_ step aside, meshes never do (D8)', () => {
  expect(show([], null)).toEqual(['Chair', '  Seat-left', '  Legs', '    Leg']);
});

test('a folded group hides what is below it', () => {
  expect(show([3], null)).toEqual(['Chair', '  Seat-left', '  Legs']);
  expect(show([0], null)).toEqual(['Chair']);
});

test('a filter keeps the meshes of one material and the groups above them, open', () => {
  expect(show([0, 3], [4])).toEqual(['Chair', '  Legs', '    Leg']);
});

test('ten thousand nodes in one chain or in one row are listed', () => {
  const chain = Array.from({ length: 10_000 }, (_, index) =>
    node(index, 'n', index === 0 ? null : index - 1, [0]),
  );
  const row = chain.map((entry) => ({ ...entry, parent: null }));
  const all = { closed: new Set<number>(), opened: new Set<number>(), only: null };
  expect(listTreeLines(chain, all).at(-1)?.level).toBe(10_000);
  expect(listTreeLines(row, all)).toHaveLength(10_000);
  expect([judgeTree(chain), judgeTree(row)]).toEqual(['ok', 'ok']);
});

test('an open mesh shows the controls of its materials, each once', () => {
  expect(show([], null, [2])).toEqual(['Chair', '  Seat-left', '    material 0', '  Legs', '    Leg']);
  const mixed = [node(0, 'Mixed', null, [3, 1, 3])];
  const lines = listTreeLines(mixed, { closed: new Set(), opened: new Set([0]), only: null });
  expect(lines.map((line) => (line.kind === 'controls' ? line.material : 'node'))).toEqual(['node', 3, 1]);
});

test.each([
  ['no nodes', [], 'empty'],
  ['only groups that step aside', [node(0, 'light_rig', null), node(1, 'a-b', null)], 'invalid'],
  ['a parent that is not there', [node(0, 'Part', 7, [0])], 'broken'],
  ['parents in a circle', [node(0, 'A', 1, [0]), node(1, 'B', 0, [0])], 'broken'],
  ['a chair', nodes, 'ok'],
] as const)('%s: the tree is judged', (_title, list, verdict) => {
  expect(judgeTree(list)).toBe(verdict);
});
