import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Candidate,
  prioritiseMaterials,
} from '../../../../src/app/features/renders/prioritise-materials.ts';
import { MaterialId } from '../../../../src/contract/ids.ts';

function candidate(index: number, change: Partial<Candidate> = {}): Candidate {
  return {
    id: MaterialId.parse(randomUUID()),
    originalIndex: index,
    name: `M${index}`,
    originalName: `file ${index}`,
    libraryId: null,
    libraryName: null,
    hasTexture: true,
    ...change,
  };
}
const names = (candidates: Candidate[]): string[] =>
  prioritiseMaterials(candidates).groups.map((group) => group.name);

test('library materials come first, then by place; at most four', () => {
  const list = [0, 1, 2, 3, 4].map((index) => candidate(index));
  list[4] = candidate(4, { libraryId: 9, libraryName: 'Walnut' });
  expect(names(list)).toEqual(['Walnut', 'M0', 'M1', 'M2']);
});

test('a material without a texture never takes part', () => {
  expect(names([candidate(0, { hasTexture: false }), candidate(1)])).toEqual(['M1']);
  expect(prioritiseMaterials([]).groups).toEqual([]);
});

test('parts with the same library item share one mask, and count more', () => {
  const walnut = { libraryId: 1, libraryName: 'Walnut' };
  const leather = { libraryId: 2, libraryName: 'Leather' };
  const { groups, info } = prioritiseMaterials([
    candidate(0, walnut),
    candidate(1, leather),
    candidate(2, leather),
    candidate(-1, leather),
  ]);
  expect(groups.map(({ name, slots, priority }) => ({ name, slots, priority }))).toEqual([
    { name: 'Leather', slots: [2, 3, 0], priority: 1 },
    { name: 'Walnut', slots: [1], priority: 2 },
  ]);
  expect(info).toMatchObject({ total: 2, processed: 2, skipped: 0, hasManualSelection: false });
});

test('only twenty are examined, and what is left out is named', () => {
  const list = Array.from({ length: 25 }, (_, index) => candidate(index));
  list[24] = candidate(24, { libraryId: 3, libraryName: 'Late' });
  const { groups, info } = prioritiseMaterials(list);
  expect(groups.map((group) => group.name)).not.toContain('Late');
  expect(info).toMatchObject({ total: 25, processed: 4, skipped: 21 });
  expect(info.skippedList).toContain('Late');
});
