import { expect, test } from 'vitest';
import { hasFailedCheck, isFlagged } from '../../src/contract/judge-picture.ts';
import { hashOf } from '../support/ai-recipe.ts';
import { materialId } from '../support/candidates.ts';

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

test('a product that was kept apart fails by its pixels, one that the AI painted by its measures', () => {
  const flagged = { edges: 0.2, colours: [] };
  const kept = (changed_pixels: number) => ({
    compared_pixels: 9,
    changed_pixels,
    product_hash: hashOf('product'),
    light: null,
    shift_px: null,
    has_slid: false,
    is_repainted: false,
  });
  expect(hasFailedCheck({ fidelity: null, kept: null })).toBe(false);
  expect(hasFailedCheck({ fidelity: flagged, kept: null })).toBe(true);
  expect(hasFailedCheck({ fidelity: flagged, kept: kept(0) })).toBe(false);
  expect(hasFailedCheck({ fidelity: null, kept: kept(1) })).toBe(true);
});
