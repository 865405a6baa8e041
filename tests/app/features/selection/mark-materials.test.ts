import { expect, test } from 'vitest';
import { markMaterials } from '../../../../src/app/features/selection/mark-materials.ts';
import type { MaterialSelection } from '../../../../src/contract/http/projects.ts';
import { makeCandidate, materialId } from '../../../support/candidates.ts';

const OAK = { libraryId: 9, libraryName: 'Oak' };
const LIST = [
  makeCandidate(0),
  makeCandidate(1, OAK),
  makeCandidate(2, OAK),
  makeCandidate(3, { hasTexture: false }),
  ...[4, 5, 6].map((number) => makeCandidate(number)),
];
const manual = (...on: number[]): MaterialSelection => ({
  selected: on.map(materialId),
  deselected: [],
  created_at: 1,
  updated_at: 1,
});
const marks = (selection: MaterialSelection | null, isKnown = true): string =>
  LIST.map(({ id }) => markMaterials(LIST, selection, isKnown).get(id))
    .map((mark) => (mark?.kind === 'automatic' ? String(mark.priority) : (mark?.kind ?? 'unknown')[0]))
    .join('');

test('numbers of the automatic priority, one for what shares a mask; a circle for the fifth', () => {
  expect(marks(null)).toBe('211n34a');
});

test('a person’s own selection takes the place of the numbers', () => {
  expect(marks(manual(0, 2))).toBe('mamnaaa');
  expect(marks(manual())).toBe('aaanaaa');
});

test('nothing is shown until the server has answered', () => {
  expect(marks(null, false)).toBe('uuuuuuu');
  expect(marks(manual(0), false)).toBe('uuuuuuu');
});
