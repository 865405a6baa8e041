import { expect, test } from 'vitest';
import { chooseMasks } from '../../../src/app/model/choose-masks.ts';
import type { Candidate } from '../../../src/app/model/prioritise-materials.ts';
import { makeCandidate, materialId } from '../../support/candidates.ts';

const free = (number: number, change: Partial<Candidate> = {}) => ({
  ...makeCandidate(number, change),
  isProtected: false,
});
const kept = (number: number, change: Partial<Candidate> = {}) => ({
  ...makeCandidate(number, change),
  isProtected: true,
});
const show = (candidates: Parameters<typeof chooseMasks>[0], isForAi = true) =>
  chooseMasks(candidates, null, isForAi).groups.map(({ name, slots, isLocked, priority }) => [
    name,
    slots,
    isLocked,
    priority,
  ]);

test('what is protected is one mask before the others, and takes no place of the four', () => {
  const oak = { libraryId: 1, libraryName: 'Oak' };
  expect(show([free(0), kept(1, oak), free(2), kept(3, { hasTexture: false }), free(4), free(5)])).toEqual([
    ['Oak, M3', [2, 4], true, 1],
    ['M0', [1], false, 2],
    ['M2', [3], false, 3],
    ['M4', [5], false, 4],
    ['M5', [6], false, 5],
  ]);
});

test('masks exclude each other: of two that look the same only the protected one is kept', () => {
  const oak = { libraryId: 1, libraryName: 'Oak' };
  expect(show([free(0, oak), kept(1, oak)])).toEqual([
    ['Oak', [2], true, 1],
    ['Oak', [1], false, 2],
  ]);
});

test('protected and also selected is protected; what else was selected goes along', () => {
  const selection = { selected: [materialId(0), materialId(1)] };
  const { groups, info } = chooseMasks([kept(0), free(1), free(2)], selection, true);
  expect(groups.map(({ name, isLocked }) => [name, isLocked])).toEqual([
    ['M0', true],
    ['M1', false],
  ]);
  expect(info).toMatchObject({ processed: 2, processedList: ['M0', 'M1'], skippedList: ['M2'] });
});

test('Studio draws everything as it is: its orders have no protected mask', () => {
  expect(show([kept(0), free(1)], false)).toEqual([
    ['M0', [1], false, 1],
    ['M1', [2], false, 2],
  ]);
});
