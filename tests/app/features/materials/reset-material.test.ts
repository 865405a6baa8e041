import { expect, test } from 'vitest';
import { applyLibraryMaterial } from '../../../../src/app/features/materials/apply-library-material.ts';
import { resetMaterial } from '../../../../src/app/features/materials/reset-material.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

test('a reset leaves the default grey and the name, and can be undone', () => {
  const { app, row } = createMaterialApp();
  const texts = textsOf('en');
  applyLibraryMaterial(app, texts, row(0), makeLibraryItem(5));
  resetMaterial(app, texts, row(0));
  expect(row(0)).toMatchObject({ name: 'Seat', hasTexture: false, colour: '#e7e7e7' });
  expect(row(0).entry).toMatchObject({ libraryId: null, textureHash: null, isReset: true });
  app.commands.undo();
  expect(row(0).entry).toMatchObject({ libraryId: 5, isReset: false });
});
