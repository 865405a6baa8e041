import { expect, test } from 'vitest';
import type { FoundFiles } from '../../../../src/app/features/edit/find-files.ts';
import { readDressings } from '../../../../src/app/features/edit/read-dressings.ts';
import { makeDressings } from '../../../../src/app/model/dressings.ts';
import { INSTANCE_INDEX_MIN } from '../../../../src/contract/constants.ts';
import type { ModelMaterial } from '../../../../src/contract/scene/dressed-material.ts';
import { hashOf } from '../../../support/ai-recipe.ts';
import { materialId } from '../../../support/candidates.ts';
import { makeLibraryItem, makeModelMaterial } from '../../../support/library-items.ts';

const report = {
  hash: hashOf('model'),
  bounds: { min: [0, 0, 0], max: [0.2, 0.1, 0.1] },
  materials: ['Seat', 'Legs', ''].map((name, index) => ({
    index,
    name,
    colour: '#ffffff',
    metalness: 1,
    roughness: 1,
    hasTexture: false,
    usageCount: 2,
  })),
} as const;
const [normalHash, roughnessHash] = [hashOf('normals'), hashOf('roughness')];
const item = makeLibraryItem(5, {
  material: {
    tile_size_metres: 0.05,
    metalness: 0.1,
    roughness: 0.3,
    bump_height_millimetres: 1,
    normal: { url: '', hash: normalHash },
    roughness_map: { url: '', hash: roughnessHash },
  },
});
const library = new Map([[5, item]]);
const here = new Set([item.image_hash, normalHash, roughnessHash]);
const found: FoundFiles = new Map([
  [item.image_hash, { url: '/walnut', items: [{ asset_type: 'material', id: item.id }] }],
  [normalHash, { url: '/normals', items: [] }],
  [roughnessHash, { url: '/roughness', items: [] }],
]);
const worn = {
  libraryId: item.id,
  libraryMaterialName: 'Walnut',
  textureHash: item.image_hash,
  normalHash,
  roughnessHash,
};
const dress = (entries: readonly ModelMaterial[]) => makeDressings(report as never, entries, library);
const read = (entries: readonly ModelMaterial[], before: readonly ModelMaterial[] = []) =>
  readDressings(dress(entries), report as never, before, found, here, () => materialId(900));

test.each<[string, ModelMaterial]>([
  ['a colour', makeModelMaterial(0, { color: '#aa0000' })],
  ['a metal', makeModelMaterial(1, { metalness: 1, roughness: 0.2 })],
  [
    'a finish',
    makeModelMaterial(0, { emissive: '#00ff00', emissiveIntensity: 2, normalScale: 0.5, opacity: 0.4 }),
  ],
  ['a reset', makeModelMaterial(0, { isReset: true })],
  ['a library material', makeModelMaterial(0, worn)],
  [
    'one that was tinted and turned',
    makeModelMaterial(2, { ...worn, color: '#808080', tileSize: 3, rotationRadians: 1, roughness: 0.9 }),
  ],
  [
    'an independent part',
    makeModelMaterial(1, { ...worn, instanceIndex: INSTANCE_INDEX_MIN + 3, nodes: [4, 7] }),
  ],
])('%s comes back as it was drawn', (_name, entry) => {
  const { entries, missing } = read([entry]);
  expect(missing).toEqual([]);
  expect(dress(entries)).toEqual(dress([entry]));
});

test('materials keep their ids and names in the project, and what the recipe leaves bare is bare', () => {
  const mine = makeModelMaterial(0, { name: 'My seat', color: '#00ff00', isProtected: true });
  const other = makeModelMaterial(1, worn);
  const part = makeModelMaterial(1, { instanceIndex: INSTANCE_INDEX_MIN, nodes: [1] });
  const { entries } = read([makeModelMaterial(0, { color: '#aa0000' })], [mine, other, part]);
  expect(entries).toMatchObject([
    { id: mine.id, name: 'My seat', color: '#aa0000', isProtected: false },
    { id: other.id, name: other.name, textureHash: null, libraryId: null },
  ]);
  expect(entries).toHaveLength(2);
});

test('a picture that nobody has leaves its material bare and is named, and a map goes without a word', () => {
  const dressings = dress([makeModelMaterial(0, worn), makeModelMaterial(1, { color: '#aa0000' })]);
  const make = () => materialId(900);
  const bare = readDressings(dressings, report as never, [], new Map(), new Set(), make);
  expect(bare.missing).toEqual(['Walnut']);
  expect(bare.entries).toMatchObject([{ textureHash: null }, { color: '#aa0000' }]);
  // On this device, but in no library of this person: a picture of their own from now on.
  const own = readDressings(dressings, report as never, [], new Map(), here, make);
  expect(own.missing).toEqual([]);
  expect(own.entries[0]).toMatchObject({
    textureHash: item.image_hash,
    libraryId: null,
    libraryMaterialName: 'Walnut',
    normalHash: null,
  });
});

test('a dressing of a material that the file does not have is passed over', () => {
  const strange = [{ ...dress([makeModelMaterial(0, { color: '#aa0000' })])[0]!, materialIndex: 77 }];
  expect(readDressings(strange, report as never, [], found, here, () => materialId(900)).entries).toEqual([]);
});
