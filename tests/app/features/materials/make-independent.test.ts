import { expect, test } from 'vitest';
import { applyLibraryMaterial } from '../../../../src/app/features/materials/apply-library-material.ts';
import {
  keepTexture,
  makeIndependent,
  rejoinMaterial,
} from '../../../../src/app/features/materials/make-independent.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { INSTANCE_INDEX_MIN } from '../../../../src/contract/constants.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const en = textsOf('en');

test('one of two legs gets a material of its own: plain, in the colour its texture had (S2 4)', async () => {
  const { app, row, rows } = createMaterialApp();
  await app.storage.put(makeLibraryItem(3).image_hash, new Blob(['oak']));
  applyLibraryMaterial(app, en, row(1), makeLibraryItem(3));
  const made = await makeIndependent(app, en, row(1), 2, 'Leg right');

  const [seat, legs, own] = rows();
  expect(rows()).toHaveLength(3);
  expect([seat?.usageCount, legs?.usageCount, own?.usageCount]).toEqual([1, 1, 1]);
  expect(own).toMatchObject({
    id: made?.id,
    index: INSTANCE_INDEX_MIN,
    name: 'Leg right, Legs',
    parentId: legs?.id,
    isIndependent: true,
    isShared: false,
    hasTexture: false,
    colour: '#7a5c3e',
    entry: { metalness: 0, roughness: 0.8, textureHash: null, libraryId: null, originalIndex: 1, nodes: [2] },
  });
  expect(legs?.isShared).toBe(false);

  expect(app.state.project.undoLabel).toBe('Own material for Leg right');
  app.commands.undo();
  expect(rows()).toHaveLength(2);
  app.commands.redo();
  expect(rows()[2]?.id).toBe(made?.id);
});

test('a part has one material of its own at most', async () => {
  const { app, row, rows } = createMaterialApp();
  const both = await Promise.all([
    makeIndependent(app, en, row(1), 2, 'Leg right'),
    makeIndependent(app, en, row(1), 2, 'Leg right'),
  ]);
  expect(both.filter((made) => made === null)).toHaveLength(1);
  expect(rows()).toHaveLength(3);
});

test('two instances have different numbers', async () => {
  const { app, row, rows } = createMaterialApp();
  await makeIndependent(app, en, row(1), 1, 'Leg left');
  await makeIndependent(app, en, row(0), 0, 'Seat');
  expect(new Set(rows().map(({ index }) => index)).size).toBe(rows().length);
});

test('the texture can be kept (G19), and the part can join the others again', async () => {
  const { app, row, rows } = createMaterialApp();
  applyLibraryMaterial(app, en, row(1), makeLibraryItem(3));
  await makeIndependent(app, en, row(1), 2, 'Leg right');
  keepTexture(app, en, rows()[2]!.entry!, rows()[1]!);
  expect(rows()[2]).toMatchObject({
    name: 'Leg right, Legs',
    hasTexture: true,
    entry: { libraryId: 3, nodes: [2], instanceIndex: INSTANCE_INDEX_MIN, isReset: false },
  });
  app.commands.undo();
  expect(rows()[2]?.hasTexture).toBe(false);

  rejoinMaterial(app, en, rows()[2]!);
  expect(rows().map(({ usageCount }) => usageCount)).toEqual([1, 2]);
  app.commands.undo();
  expect(rows()).toHaveLength(3);
});
