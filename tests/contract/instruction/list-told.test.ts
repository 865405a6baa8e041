import { expect, test } from 'vitest';
import { listTold } from '../../../src/contract/instruction/list-told.ts';
import { planInstruction } from '../../../src/contract/instruction/plan-instruction.ts';
import { writeDescription } from '../../../src/contract/instruction/write-instruction.ts';

const clauses = planInstruction({
  productName: 'chair',
  keepsProduct: true,
  creativity: 0.5,
  materials: [],
  surroundings: { from: 'place', name: 'Beach' },
  style: 'Film',
  hasPaintedLight: true,
  light: { side: 'left', softness: 'soft' },
  words: 'at dawn',
});
const kinds = (way: Parameters<typeof listTold>[1]) => listTold(clauses, way).map(({ kind }) => kind);

test('a model that follows instructions is told all', () => {
  expect(listTold(clauses, 'instruction')).toEqual(clauses);
});

test('one that paints from a text is told what its description says', () => {
  const told = listTold(clauses, 'description');
  expect(kinds('description')).toEqual(['product', 'surroundings', 'style', 'light', 'words', 'alone']);
  expect(writeDescription(told)).toBe(writeDescription(clauses));
  for (const clause of told) expect(writeDescription([clause])).not.toBe('');
});

test('one that has the prompt alone is told nothing of light, or that there is only one', () => {
  expect(kinds('prompt')).toEqual(['words']);
});
