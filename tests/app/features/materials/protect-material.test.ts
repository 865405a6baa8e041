import { expect, test } from 'vitest';
import { applyLibraryMaterial } from '../../../../src/app/features/materials/apply-library-material.ts';
import { keepTexture, makeIndependent } from '../../../../src/app/features/materials/make-independent.ts';
import { protectMaterial } from '../../../../src/app/features/materials/protect-material.ts';
import { isChangedMaterial, restoreOriginal } from '../../../../src/app/features/materials/reset-material.ts';
import { renderCandidates } from '../../../../src/app/model/list-materials.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const en = textsOf('en');

test('protection is a step, and says nothing about how the material looks', () => {
  const { app, row, rows } = createMaterialApp();
  const isProtected = () => renderCandidates(rows()).map((candidate) => candidate.isProtected);
  protectMaterial(app, 'Protection of Seat', row(0), true);
  expect(isProtected()).toEqual([true, false]);
  expect(isChangedMaterial(row(0))).toBe(false);
  expect(app.state.project.undoLabel).toBe('Protection of Seat');
  app.commands.undo();
  expect(isProtected()).toEqual([false, false]);
  app.commands.redo();
  expect(isProtected()).toEqual([true, false]);
});

test('it stays when the material gets another texture or its original back', () => {
  const { app, row } = createMaterialApp();
  protectMaterial(app, 'Protection of Seat', row(0), true);
  applyLibraryMaterial(app, en, row(0), makeLibraryItem(5));
  expect(row(0).entry).toMatchObject({ libraryId: 5, isProtected: true });
  restoreOriginal(app, en, row(0));
  expect(row(0).entry).toMatchObject({ libraryId: null, isProtected: true });
});

test('a part that gets a material of its own stays protected; a texture kept from the other brings nothing along', async () => {
  const { app, row, rows } = createMaterialApp();
  protectMaterial(app, 'Protection of Legs', row(1), true);
  const made = await makeIndependent(app, en, row(1), 1, 'Leg left', '#112233');
  expect(made?.isProtected).toBe(true);
  const instance = () => rows().find(({ isIndependent }) => isIndependent)!;
  protectMaterial(app, 'Protection of Leg left', instance(), false);
  const parent = rows().find(({ isIndependent, file }) => !isIndependent && file.index === 1)!;
  keepTexture(app, en, instance().entry!, parent);
  expect(instance().entry?.isProtected).toBe(false);
});
