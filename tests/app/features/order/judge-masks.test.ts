import { expect, test } from 'vitest';
import { judgeMasks } from '../../../../src/app/features/order/judge-masks.ts';
import { deriveMaterialId, listMaterials } from '../../../../src/app/model/list-materials.ts';
import { ContentHash, type MaterialId } from '../../../../src/contract/ids.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const AI = { engine: 'comfyui', isMissing: false, keepsProduct: null } as const;
const STUDIO = { engine: 'studio', isMissing: false, keepsProduct: null } as const;
const { report } = createMaterialApp();
const textured = listMaterials(report, []);
const plain = listMaterials(
  { ...report, materials: report.materials.map((one) => ({ ...one, hasTexture: false })) },
  [],
);
const choose = (selected: readonly MaterialId[], deselected: readonly MaterialId[]) => ({
  material_selection: { selected: [...selected], deselected: [...deselected], created_at: 1, updated_at: 1 },
});
const AUTOMATIC = { material_selection: null };

test('an AI order without masks says why, when the model has materials', () => {
  const ids = textured.map(({ id }) => id);
  expect(judgeMasks(textured, choose([], ids), AI)).toBe('chosen');
  expect(judgeMasks(plain, AUTOMATIC, AI)).toBe('plain');
});

test('nothing is said where there are masks, no materials, or an engine that needs none', () => {
  const [seat] = textured;
  expect(judgeMasks(textured, AUTOMATIC, AI)).toBeNull();
  expect(judgeMasks(textured, choose([seat!.id], []), AI)).toBeNull();
  expect(judgeMasks([], AUTOMATIC, AI)).toBeNull();
  expect(judgeMasks(plain, AUTOMATIC, STUDIO)).toBeNull();
  expect(judgeMasks(plain, AUTOMATIC, { ...AI, keepsProduct: 'studio' })).toBeNull();
  expect(judgeMasks(plain, AUTOMATIC, { ...AI, isMissing: true })).toBeNull();
  const kept = listMaterials(report, [makeModelMaterial(0, { isProtected: true })]);
  expect(
    judgeMasks(
      kept,
      choose(
        [],
        kept.map(({ id }) => id),
      ),
      AI,
    ),
  ).toBeNull();
});

test('a choice of another model’s materials is none: the automatic priority chooses', () => {
  const other = deriveMaterialId(ContentHash.parse('c3'.repeat(32)), 0);
  expect(judgeMasks(textured, choose([other], []), AI)).toBeNull();
});
