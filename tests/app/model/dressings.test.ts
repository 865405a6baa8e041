import { expect, test } from 'vitest';
import { fitTileSize, makeDressings, modelSizeMetres } from '../../../src/app/model/dressings.ts';
import type { ModelReport } from '../../../src/contract/model-report.ts';
import { MaterialDressing } from '../../../src/contract/scene/material-dressing.ts';
import { makeLibraryItem, makeModelMaterial } from '../../support/library-items.ts';

const report: Pick<ModelReport, 'bounds' | 'materials'> = {
  bounds: { min: [0, 0, 0], max: [0.2, 0.1, 0.1] },
  materials: [0, 1, 2].map((index) => ({
    index,
    name: '',
    colour: '#ffffff',
    metalness: 1,
    roughness: 1,
    hasTexture: false,
    usageCount: 1,
  })),
};
const item = makeLibraryItem(5, {
  material: {
    tile_size_metres: 0.05,
    metalness: 0.1,
    roughness: 0.3,
    bump_height_millimetres: 1,
    normal: null,
    roughness_map: null,
  },
});
const library = new Map([[5, item]]);
const dressed = makeModelMaterial(1, {
  libraryId: item.id,
  libraryMaterialName: 'Walnut',
  textureHash: item.image_hash,
});

test('an untouched material is not dressed', () => {
  expect(makeDressings(report, [makeModelMaterial(0)], library)).toEqual([]);
});

test('a library material has its physical size on this model', () => {
  // 5 cm on a 20 cm model that stands 10 units wide: 2.5 units; 1 mm of relief in the same proportion.
  const [dressing] = makeDressings(report, [dressed], library);
  expect(dressing).toEqual({
    kind: 'library',
    materialIndex: 1,
    textureHash: item.image_hash,
    libraryId: item.id,
    name: 'Walnut',
    colour: '#ffffff',
    metalness: 0.1,
    roughness: 0.3,
    tileSize: 2.5,
    rotationRadians: 0,
    bumpHeight: 0.05,
  });
  expect(MaterialDressing.safeParse(dressing).success).toBe(true);
});

test('what the person set wins over the item', () => {
  const [dressing] = makeDressings(
    report,
    [{ ...dressed, color: '#ff0000', metalness: 1, roughness: 0.9, tileSize: 4 }],
    library,
  );
  expect(dressing).toMatchObject({
    colour: '#ff0000',
    metalness: 1,
    roughness: 0.9,
    tileSize: 4,
    bumpHeight: 0.08,
  });
});

test('an item that is gone still dresses, flat and of a middle size', () => {
  const [dressing] = makeDressings(report, [dressed], new Map());
  expect(dressing).toMatchObject({
    kind: 'library',
    metalness: 0,
    roughness: 0.6,
    tileSize: 1,
    bumpHeight: 0,
  });
});

test('a reset is the default grey, a changed factor leaves the rest to the file', () => {
  expect(
    makeDressings(
      report,
      [makeModelMaterial(0, { isReset: true }), makeModelMaterial(2, { color: '#00ff00' })],
      library,
    ),
  ).toEqual([
    { kind: 'plain', materialIndex: 0, colour: '#e7e7e7', metalness: 0.1, roughness: 0.8 },
    { kind: 'adjusted', materialIndex: 2, colour: '#00ff00', metalness: null, roughness: null },
  ]);
});

test('a choice for a material that this file does not have is left out', () => {
  expect(makeDressings(report, [{ ...dressed, originalIndex: 9 }], library)).toEqual([]);
});

test('tile sizes stay between a twentieth and half of the stage', () => {
  expect([fitTileSize(0.0001, 1), fitTileSize(100, 1), fitTileSize(0.1, 1), fitTileSize(null, 1)]).toEqual([
    0.5, 5, 1, 1,
  ]);
});

test('a model without extent counts as one metre', () => {
  expect(modelSizeMetres({ bounds: { min: [0, 0, 0], max: [0, 0, 0] } })).toBe(1);
});

test('an independent instance takes over its nodes, also before anything on it is changed', () => {
  const from = { originalIndex: 1, instanceIndex: 40_000, nodes: [3, 4] };
  const split = { from: 1, nodes: [3, 4] };
  const [kept, copy, oak, gone] = [
    makeModelMaterial(1, from),
    makeModelMaterial(1, { ...from, isReset: true, color: '#808080', metalness: 0, roughness: 0.8 }),
    makeModelMaterial(1, { ...from, libraryId: item.id, textureHash: item.image_hash }),
    makeModelMaterial(1, { ...from, nodes: [] }),
  ];
  expect(makeDressings(report, [kept, copy, oak, gone], library)).toMatchObject([
    { kind: 'adjusted', materialIndex: 40_000, split, colour: null },
    { kind: 'plain', materialIndex: 40_000, split, colour: '#808080', metalness: 0, roughness: 0.8 },
    { kind: 'library', materialIndex: 40_000, split, textureHash: item.image_hash },
  ]);
});

test('what is set of the finish is in every kind of dressing, and alone makes one', () => {
  const set = { emissive: '#ff0000', opacity: 0.5 };
  const dressings = makeDressings(
    report,
    [
      makeModelMaterial(0, set),
      makeModelMaterial(1, { ...set, libraryId: item.id, textureHash: item.image_hash }),
      makeModelMaterial(2, { ...set, isReset: true, normalScale: 0 }),
    ],
    library,
  );
  expect(dressings.map(({ kind, finish }) => [kind, finish])).toEqual([
    ['adjusted', set],
    ['library', set],
    ['plain', { ...set, normalScale: 0 }],
  ]);
  for (const dressing of dressings) expect(MaterialDressing.safeParse(dressing).success).toBe(true);
});

test('a picture of the person’s own needs no item', () => {
  const [dressing] = makeDressings(
    report,
    [makeModelMaterial(1, { textureHash: item.image_hash, metalness: 0.2 })],
    library,
  );
  expect(dressing).toMatchObject({
    kind: 'library',
    textureHash: item.image_hash,
    libraryId: null,
    name: 'Part 1',
    metalness: 0.2,
    roughness: 0.5,
    tileSize: 1,
    bumpHeight: 0,
  });
  expect(MaterialDressing.safeParse(dressing).success).toBe(true);
});

test('maps of the library go along by hash', () => {
  const [normalHash, roughnessHash] = [makeLibraryItem(6).image_hash, makeLibraryItem(7).image_hash];
  const [both, one] = makeDressings(
    report,
    [
      { ...dressed, normalHash, roughnessHash },
      { ...dressed, originalIndex: 2, normalHash },
    ],
    library,
  );
  expect(both).toMatchObject({ maps: { normalHash, roughnessHash } });
  expect(one).toMatchObject({ maps: { normalHash, roughnessHash: null } });
  expect(MaterialDressing.safeParse(both).success).toBe(true);
});
