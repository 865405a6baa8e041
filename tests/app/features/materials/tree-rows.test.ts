import { expect, test } from 'vitest';
import { listTreeRows } from '../../../../src/app/features/materials/tree-rows.ts';
import type { FileNode } from '../../../../src/contract/compute-api.ts';

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
const show = (closed: number[], material: number | null) =>
  listTreeRows(nodes, new Set(closed), material).map(
    (row) => `${'  '.repeat(row.level - 1)}${row.node.name}`,
  );

test('groups with a hyphen or named light_ step aside, meshes never do (D8)', () => {
  expect(show([], null)).toEqual(['Chair', '  Seat-left', '  Legs', '    Leg']);
});

test('a folded group hides what is below it', () => {
  expect(show([3], null)).toEqual(['Chair', '  Seat-left', '  Legs']);
  expect(show([0], null)).toEqual(['Chair']);
});

test('a filter keeps the meshes of one material and the groups above them, open', () => {
  expect(show([0, 3], 1)).toEqual(['Chair', '  Legs', '    Leg']);
});

test('ten thousand nodes in one chain or in one row are listed', () => {
  const chain = Array.from({ length: 10_000 }, (_, index) =>
    node(index, 'n', index === 0 ? null : index - 1, [0]),
  );
  const row = chain.map((entry) => ({ ...entry, parent: null }));
  expect(listTreeRows(chain, new Set(), null).at(-1)?.level).toBe(10_000);
  expect(listTreeRows(row, new Set(), null)).toHaveLength(10_000);
});
