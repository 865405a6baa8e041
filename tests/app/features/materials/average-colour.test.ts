import { expect, test } from 'vitest';
import { applyLibraryMaterial } from '../../../../src/app/features/materials/apply-library-material.ts';
import { averageColourOf } from '../../../../src/app/features/materials/average-colour.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { AppError } from '../../../../src/contract/failure.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const en = textsOf('en');

test('the colour of a texture is worked out once per content', async () => {
  const { app, row } = createMaterialApp();
  const seen: string[] = [];
  const counting = {
    ...app,
    compute: () => ({
      ...app.compute(),
      averageColour: async (picture: Blob) =>
        `#${(await picture.text()).padEnd(6, seen.push('') === 1 ? '1' : '2')}`,
    }),
  };
  for (const id of [3, 4]) await app.storage.put(makeLibraryItem(id).image_hash, new Blob(['aa']));
  applyLibraryMaterial(app, en, row(0), makeLibraryItem(3));
  applyLibraryMaterial(app, en, row(1), makeLibraryItem(3));
  expect(await averageColourOf(counting, row(0))).toBe('#aa1111');
  expect(await averageColourOf(counting, row(1))).toBe('#aa1111');
  expect(seen).toHaveLength(1);
  applyLibraryMaterial(app, en, row(1), makeLibraryItem(4));
  expect(await averageColourOf(counting, row(1))).toBe('#aa2222');
});

test('what cannot be had is #cccccc, and is tried again (S3 8)', async () => {
  const { app, row } = createMaterialApp();
  let isBroken = true;
  const failing = {
    ...app,
    compute: () => ({
      ...app.compute(),
      averageColour: async () => {
        if (isBroken) throw new AppError({ code: 'worker-crashed', worker: 'averageColour' });
        return '#123456';
      },
    }),
  };
  await app.storage.put(makeLibraryItem(3).image_hash, new Blob(['aa']));
  applyLibraryMaterial(app, en, row(0), makeLibraryItem(3));
  expect(await averageColourOf(failing, row(0))).toBe('#cccccc');
  isBroken = false;
  expect(await averageColourOf(failing, row(0))).toBe('#123456');
});

test('the texture of a model’s own is read from that model, whatever the stage shows by then', async () => {
  const { app, row, report } = createMaterialApp();
  const reading = {
    ...app,
    compute: () => ({ ...app.compute(), averageColour: async (glb: Blob) => `#${await glb.text()}` }),
  };
  const next = ContentHash.parse('c3'.repeat(32));
  await app.storage.put(report.hash, new Blob(['aaaaaa']));
  await app.storage.put(next, new Blob(['bbbbbb']));
  const seat = row(0);
  app.state.stage.modelHash = next;
  expect(await averageColourOf(reading, seat)).toBe('#aaaaaa');
  // Nor does the next one get it for ever.
  const other = { ...seat, modelHash: next };
  expect(await averageColourOf(reading, other)).toBe('#bbbbbb');
});
