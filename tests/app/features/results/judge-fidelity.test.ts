import { expect, test } from 'vitest';
import { isFlagged } from '../../../../src/app/features/results/judge-fidelity.ts';
import { materialId } from '../../../support/candidates.ts';

const colour = (difference: number) => ({ material_id: materialId(0), material_name: 'Seat', difference });

test.each([
  ['nothing measured', null, false],
  ['an outline that agrees', { edges: 0.97, colours: [] }, false],
  ['one that does not', { edges: 0.969, colours: [] }, true],
  ['colours that are near', { edges: null, colours: [colour(3), colour(0)] }, false],
  ['one that is far', { edges: 1, colours: [colour(0), colour(3.01)] }, true],
])('%s', (_name, fidelity, isDoubtful) => {
  expect(isFlagged(fidelity)).toBe(isDoubtful);
});
