import { expect, test } from 'vitest';
import { existingChoice } from '../../../src/app/model/existing-choice.ts';
import { MaterialId } from '../../../src/contract/ids.ts';

const id = (digit: number) => MaterialId.parse(`0000000${digit}-0000-4000-8000-000000000000`);
const materials = [1, 2, 3].map((digit) => ({ id: id(digit) }));
const choose = (selected: readonly number[], deselected: readonly number[]) => {
  const lists = { selected: selected.map(id), deselected: deselected.map(id) };
  const choice = existingChoice({ ...lists, created_at: 1, updated_at: 1 }, materials);
  return choice === null ? null : { selected: choice.selected, deselected: choice.deselected };
};
const lists = (selected: readonly number[], deselected: readonly number[]) => ({
  selected: selected.map(id),
  deselected: deselected.map(id),
});

test.each([
  ['all that was chosen is there', [1, 2], [3], lists([1, 2], [3])],
  ['what is gone falls out', [1, 9], [3, 8], lists([1], [3])],
  ['nothing of it is left: the automatic priority chooses again', [8, 9], [], null],
  ['what was selected is gone, and what was not is there', [9], [1], null],
  ['nothing was selected on purpose: that stands', [], [1, 2], lists([], [1, 2])],
  ['nothing was selected, of materials that are gone', [], [8, 9], null],
  ['none at all', [], [], lists([], [])],
] as const)('%s', (_name, selected, deselected, wanted) => {
  expect(choose(selected, deselected)).toEqual(wanted);
});

test('the automatic priority stays what it is', () => {
  expect(existingChoice(null, materials)).toBeNull();
});
