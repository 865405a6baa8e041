import { expect, test } from 'vitest';
import { type Candidate, prioritiseMaterials } from '../../../src/app/model/prioritise-materials.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { makeCandidate } from '../../support/candidates.ts';

const candidate = makeCandidate;
const names = (candidates: Candidate[]): string[] =>
  prioritiseMaterials(candidates, null).groups.map((group) => group.name);

test('library materials come first, then by place; at most four', () => {
  const list = [0, 1, 2, 3, 4].map((index) => candidate(index));
  list[4] = candidate(4, { libraryId: 9, libraryName: 'Walnut' });
  expect(names(list)).toEqual(['Walnut', 'M0', 'M1', 'M2']);
});

test('a material without a texture never takes part', () => {
  expect(names([candidate(0, { hasTexture: false }), candidate(1)])).toEqual(['M1']);
  expect(prioritiseMaterials([], null).groups).toEqual([]);
});

test('parts with the same library item share one mask, and count more', () => {
  const walnut = { libraryId: 1, libraryName: 'Walnut' };
  const leather = { libraryId: 2, libraryName: 'Leather' };
  const { groups, info } = prioritiseMaterials(
    [candidate(0, walnut), candidate(1, leather), candidate(2, leather), candidate(-1, leather)],
    null,
  );
  expect(groups.map(({ name, slots, priority }) => ({ name, slots, priority }))).toEqual([
    { name: 'Leather', slots: [2, 3, 0], priority: 1 },
    { name: 'Walnut', slots: [1], priority: 2 },
  ]);
  expect(info).toMatchObject({ total: 2, processed: 2, skipped: 0, hasManualSelection: false });
});

test('only twenty are examined, and what is left out is named', () => {
  const list = Array.from({ length: 25 }, (_, index) => candidate(index));
  list[24] = candidate(24, { libraryId: 3, libraryName: 'Late' });
  const { groups, info } = prioritiseMaterials(list, null);
  expect(groups.map((group) => group.name)).not.toContain('Late');
  expect(info).toMatchObject({ total: 25, processed: 4, skipped: 21 });
  expect(info.skippedList).toContain('Late');
});

test('one mask for the same texture or the same name, but none for two without a name', () => {
  const textureHash = ContentHash.parse('a1'.repeat(32));
  const masks = (first: Partial<Candidate>, second: Partial<Candidate>) =>
    prioritiseMaterials([candidate(0, first), candidate(1, second)], null).groups.length;
  expect(masks({ textureHash }, { textureHash })).toBe(1);
  expect(masks({ name: 'Seat' }, { name: 'Seat ' })).toBe(1);
  expect(masks({ libraryId: 1, libraryName: 'Oak' }, { libraryId: 2, libraryName: 'Oak' })).toBe(1);
  expect(masks({ name: 'Seat', libraryId: 1, libraryName: 'Oak' }, { name: 'Seat' })).toBe(2);
  expect(masks({ name: '' }, { name: '' })).toBe(2);
});

test('what a person selected is sent alone, with the masks of all that look the same', () => {
  const oak = { libraryId: 1, libraryName: 'Oak' };
  const list = [candidate(0), candidate(1, oak), candidate(2), candidate(3, oak), candidate(4)];
  const choose = (...indices: number[]) =>
    prioritiseMaterials(list, { selected: indices.map((index) => list[index]!.id) });
  expect(choose(2, 3).groups.map(({ name, slots, priority }) => ({ name, slots, priority }))).toEqual([
    { name: 'Oak', slots: [2, 4], priority: 1 },
    { name: 'M2', slots: [3], priority: 2 },
  ]);
  expect(choose(2).info).toEqual({
    total: 4,
    processed: 1,
    skipped: 3,
    processedList: ['M2'],
    skippedList: ['M0', 'Oak', 'M4'],
    originalNames: ['file 2'],
    hasManualSelection: true,
  });
  expect(choose().groups).toEqual([]);
  const bare = [candidate(0, { hasTexture: false })];
  expect(prioritiseMaterials(bare, { selected: [bare[0]!.id] }).groups).toEqual([]);
});
