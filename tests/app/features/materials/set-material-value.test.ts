import { expect, test } from 'vitest';
import { applyLibraryMaterial } from '../../../../src/app/features/materials/apply-library-material.ts';
import {
  baseValues,
  isSetValue,
  listValueFields,
  readValues,
} from '../../../../src/app/features/materials/material-values.ts';
import { resetMaterial } from '../../../../src/app/features/materials/reset-material.ts';
import { setMaterialColour } from '../../../../src/app/features/materials/set-material-colour.ts';
import {
  resetMaterialValue,
  setMaterialValue,
} from '../../../../src/app/features/materials/set-material-value.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const en = textsOf('en');
const report = { bounds: { min: [0, 0, 0], max: [1, 1, 1] } };

test('a drag is one step to undo, and a value can go back to what the file says', () => {
  const { app, row } = createMaterialApp();
  const values = () => readValues(row(0), undefined, report);
  expect(values()).toMatchObject({ metalness: 0, roughness: 1, opacity: 1, emissiveIntensity: 0 });
  for (const value of [0.2, 0.4, 0.6]) setMaterialValue(app, en, row(0), values(), 'metalness', value);
  expect(values().metalness).toBe(0.6);
  expect(app.state.project.undoLabel).toBe('Metalness of Seat');
  expect(isSetValue(values(), baseValues(row(0), undefined, report), 'metalness')).toBe(true);
  resetMaterialValue(app, en, row(0), undefined, 'metalness');
  expect(values().metalness).toBe(0);
  app.commands.undo();
  expect(values().metalness).toBe(0.6);
  app.commands.undo();
  expect([values().metalness, app.state.project.undoLabel]).toEqual([0, null]);
});

test('light that is turned up from nothing is white, and goes out with its colour', () => {
  const { app, row } = createMaterialApp();
  const values = () => readValues(row(0), undefined, report);
  setMaterialValue(app, en, row(0), values(), 'emissiveIntensity', 2);
  expect(values()).toMatchObject({ emissive: '#ffffff', emissiveIntensity: 2 });
  resetMaterialValue(app, en, row(0), undefined, 'emissiveIntensity');
  expect(values()).toMatchObject({ emissive: '#000000', emissiveIntensity: 0 });
  setMaterialColour(app, en, row(0), '#ffaa00', 'emissive');
  expect(values()).toMatchObject({ emissive: '#ffaa00', emissiveIntensity: 1 });
  app.commands.undo();
  expect(values().emissiveIntensity).toBe(0);
});

test('values of a textured, a reset and an untouched material are those it is drawn with', () => {
  const { app, row } = createMaterialApp();
  const item = makeLibraryItem(3);
  applyLibraryMaterial(app, en, row(0), item);
  expect(readValues(row(0), item, report)).toMatchObject({ metalness: 0, roughness: 0.4, tileSize: 1 });
  setMaterialValue(app, en, row(0), readValues(row(0), item, report), 'roughness', 0.9);
  resetMaterialValue(app, en, row(0), item, 'roughness');
  expect(row(0).entry?.roughness).toBe(0.4);
  expect(listValueFields(row(0))).toEqual([
    'metalness',
    'roughness',
    'emissiveIntensity',
    'opacity',
    'tileSize',
    'rotationRadians',
  ]);
  resetMaterial(app, en, row(0));
  expect(readValues(row(0), undefined, report)).toMatchObject({ metalness: 0.1, roughness: 0.8 });
  expect(listValueFields(row(0))).toEqual(['metalness', 'roughness', 'emissiveIntensity', 'opacity']);
});

test.each([
  ['en', 'Error applying property: Roughness NaN'],
  ['es', 'Error aplicando propiedad: Rugosidad NaN'],
] as const)('a value that no material can have changes nothing and is told (%s)', (language, sentence) => {
  const { app, row } = createMaterialApp();
  const values = readValues(row(0), undefined, report);
  setMaterialValue(app, textsOf(language), row(0), values, 'roughness', Number.NaN);
  expect(app.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([sentence]);
  expect([row(0).entry, app.state.project.undoLabel]).toEqual([null, null]);
});
