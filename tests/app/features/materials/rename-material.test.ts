import { expect, test } from 'vitest';
import { renameMaterial } from '../../../../src/app/features/materials/rename-material.ts';
import {
  isChangedMaterial,
  resetMaterial,
  restoreOriginal,
} from '../../../../src/app/features/materials/reset-material.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const en = textsOf('en');

test('a name is kept in one line, and an empty one gives back the file’s', () => {
  const { app, row } = createMaterialApp();
  renameMaterial(app, en, row(0), '  Oak\nseat ');
  expect([row(0).name, app.state.project.undoLabel]).toEqual(['Oak seat', 'Name Oak seat']);
  renameMaterial(app, en, row(0), '   ');
  expect(row(0).name).toBe('Seat');
  app.commands.undo();
  expect(row(0).name).toBe('Oak seat');
});

test('the same name is no step', () => {
  const { app, row } = createMaterialApp();
  renameMaterial(app, en, row(0), 'Seat');
  expect(app.state.project.undoLabel).toBeNull();
});

test('a reset keeps the name; the original has the file’s name and texture again (G3)', () => {
  const { app, row } = createMaterialApp();
  expect(isChangedMaterial(row(0))).toBe(false);
  renameMaterial(app, en, row(0), 'Oak seat');
  resetMaterial(app, en, row(0));
  expect([row(0).name, row(0).hasTexture, isChangedMaterial(row(0))]).toEqual(['Oak seat', false, true]);
  restoreOriginal(app, en, row(0));
  expect([row(0).name, row(0).hasTexture, isChangedMaterial(row(0))]).toEqual(['Seat', true, false]);
  app.commands.undo();
  expect(row(0).hasTexture).toBe(false);
});
