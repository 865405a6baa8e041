import { expect, test } from 'vitest';
import { applyLibraryMaterial } from '../../../../src/app/features/materials/apply-library-material.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { ModelMaterial } from '../../../../src/contract/scene/dressed-material.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

test('lays a library material on one material of the file, in one step to undo', () => {
  const { app, row } = createMaterialApp();
  const item = makeLibraryItem(5);
  const before = row(1).id;
  applyLibraryMaterial(app, textsOf('es'), row(1), item);

  const [entry, ...rest] = app.state.project.settings.model_materials;
  expect(rest).toEqual([]);
  expect(entry).toMatchObject({
    id: before,
    originalIndex: 1,
    name: 'Legs',
    libraryId: 5,
    libraryMaterialName: 'Pieza 5',
    textureHash: item.image_hash,
    color: null,
    metalness: 0,
    roughness: 0.4,
    isReset: false,
  });
  expect(ModelMaterial.safeParse(entry).success).toBe(true);
  expect(app.state.project.undoLabel).toBe('Pieza 5 en Legs');

  app.commands.undo();
  expect(app.state.project.settings.model_materials).toEqual([]);
});

test('another material replaces the first and starts from its own numbers', () => {
  const { app, row } = createMaterialApp();
  const texts = textsOf('en');
  applyLibraryMaterial(app, texts, row(0), makeLibraryItem(5));
  applyLibraryMaterial(app, texts, row(0), makeLibraryItem(6, { material: null }));
  expect(app.state.project.settings.model_materials).toHaveLength(1);
  expect(row(0).entry).toMatchObject({ libraryId: 6, metalness: null, roughness: null });
});

test.each([
  ['en', 'The material to replace could not be determined.'],
  ['es', 'No se ha podido determinar el material a reemplazar.'],
] as const)(
  'a material that went away meanwhile is dressed by nobody, and it is told (%s)',
  (language, sentence) => {
    const { app } = createMaterialApp();
    applyLibraryMaterial(app, textsOf(language), null, makeLibraryItem(3));
    expect(app.toasts.queue.visibleToasts.map(({ content }) => content.title)).toEqual([sentence]);
    expect(app.state.project.undoLabel).toBeNull();
  },
);
