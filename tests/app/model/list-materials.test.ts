import { expect, test } from 'vitest';
import {
  cleanName,
  deriveMaterialId,
  listMaterials,
  materialOfNode,
  withMaterialEntry,
} from '../../../src/app/model/list-materials.ts';
import { INSTANCE_INDEX_MIN } from '../../../src/contract/constants.ts';
import { ContentHash, MaterialId } from '../../../src/contract/ids.ts';
import type { FileMaterial, FileNode } from '../../../src/contract/model-report.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { makeModelMaterial } from '../../support/library-items.ts';

const hash = ContentHash.parse('a1'.repeat(32));

function material(index: number, changes: Partial<FileMaterial> = {}): FileMaterial {
  return {
    index,
    name: `File ${index}`,
    colour: '#112233',
    metalness: 0,
    roughness: 1,
    hasTexture: false,
    usageCount: 1,
    ...changes,
  };
}

/** Nodes 0, 1, 2 of which the first has material 0 and the others material 1. */
const nodes: readonly FileNode[] = [0, 1, 1].map((of, index) => ({
  index,
  name: `Node ${index}`,
  parent: null,
  hasMesh: true,
  materials: [of],
}));
const list = (materials: readonly FileMaterial[], entries: readonly ModelMaterial[] = []) =>
  listMaterials({ hash, materials, nodes }, entries);

/** The second of two legs on its own. */
function instance(changes: Partial<ModelMaterial> = {}): ModelMaterial {
  return makeModelMaterial(1, {
    id: MaterialId.parse('00000000-0000-4000-8000-000000000999'),
    name: 'Leg right',
    instanceIndex: INSTANCE_INDEX_MIN,
    nodes: [2],
    parentMaterialId: deriveMaterialId(hash, 1),
    ...changes,
  });
}

test('the colours of the vertices are in the colour of a row, until the person sets another', () => {
  const file = material(0, { colour: '#ff8000', vertexTint: '#00ff80' });
  expect(list([file])[0]?.colour).toBe('#008000');
  expect(list([file], [makeModelMaterial(0, { color: '#123456' })])[0]?.colour).toBe('#123456');
});

test('rows say what the file says until the person changes something', () => {
  const rows = list([material(0), material(1, { hasTexture: true })]);
  expect(rows.map(({ name, colour, hasTexture, entry }) => ({ name, colour, hasTexture, entry }))).toEqual([
    { name: 'File 0', colour: '#112233', hasTexture: false, entry: null },
    { name: 'File 1', colour: '#112233', hasTexture: true, entry: null },
  ]);
});

test('a material that draws nothing is no row', () => {
  expect(list([material(0, { usageCount: 0 })])).toEqual([]);
});

test('a reset takes the file’s texture and colour away', () => {
  const [row] = list([material(0, { hasTexture: true })], [makeModelMaterial(0, { isReset: true })]);
  expect([row?.hasTexture, row?.colour]).toEqual([false, '#e7e7e7']);
});

test('ids of untouched materials are valid, different, and the same on every device', () => {
  const ids = [-1, 0, 1, 999].map((index) => deriveMaterialId(hash, index));
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(MaterialId.safeParse(id).success).toBe(true);
  expect(deriveMaterialId(hash, 1)).toBe(ids[2]);
});

test('hostile and endless names become one harmless line', () => {
  expect(cleanName('  Seat\u202e\n<img src=x onerror=alert(1)>\u0000 ')).toBe(
    'Seat <img src=x onerror=alert(1)>',
  );
  expect(cleanName('x'.repeat(20_000))).toHaveLength(255);
  const [row] = list([material(0, { name: '\u200b\n' })]);
  expect(row?.name).toBe('');
});

test('what joins letters or emoji stays in a name, other characters that nobody sees do not', () => {
  const names = ['👩‍👩‍👧‍👦', '🧑🏽‍🚀', '❤️‍🔥', 'می‌خواهم', 'क्‍ष'];
  expect(names.map(cleanName)).toEqual(names);
  expect(cleanName('a\u200d')).toBe('a');
  expect(cleanName('\u200cا \u200d 1\u200d2')).toBe('ا 1 2');
  expect(cleanName('a\u200d\u202eb\u2066c\u200d\u200dd')).toBe('a b c d');
});

test('an instance is a row after the material it came from, which has one part less', () => {
  const rows = list([material(0), material(1, { usageCount: 2 })], [instance({ color: '#abcdef' })]);
  expect(
    rows.map(({ index, usageCount, isShared, isIndependent, parentId, nodes: own, colour }) => ({
      index,
      usageCount,
      isShared,
      isIndependent,
      parentId,
      own,
      colour,
    })),
  ).toEqual([
    {
      index: 0,
      usageCount: 1,
      isShared: false,
      isIndependent: false,
      parentId: null,
      own: [0],
      colour: '#112233',
    },
    {
      index: 1,
      usageCount: 1,
      isShared: false,
      isIndependent: false,
      parentId: null,
      own: [1],
      colour: '#112233',
    },
    {
      index: INSTANCE_INDEX_MIN,
      usageCount: 1,
      isShared: false,
      isIndependent: true,
      parentId: rows[1]?.id,
      own: [2],
      colour: '#abcdef',
    },
  ]);
});

test('a material is shared while two nodes are left to it', () => {
  expect(list([material(1, { usageCount: 2 })]).map(({ isShared }) => isShared)).toEqual([true]);
});

test('instances of parts that this model lacks, and second claims on a part, are no rows', () => {
  const second = instance({
    id: MaterialId.parse('00000000-0000-4000-8000-000000000998'),
    instanceIndex: INSTANCE_INDEX_MIN + 1,
  });
  const rows = list([material(1, { usageCount: 2 })], [instance({ nodes: [7] }), instance(), second]);
  expect(rows.map(({ index }) => index)).toEqual([1, INSTANCE_INDEX_MIN]);
});

test('a node knows the material it is drawn with', () => {
  const rows = list([material(0), material(1, { usageCount: 2 })], [instance()]);
  expect(
    [0, 1, 2].map((index) => materialOfNode(rows, { index }, nodes[index]?.materials[0] ?? -1)?.index),
  ).toEqual([0, 1, INSTANCE_INDEX_MIN]);
});

test('an instance and the file’s own material are two entries', () => {
  const both = withMaterialEntry([makeModelMaterial(1)], instance());
  expect(both).toHaveLength(2);
  expect(withMaterialEntry(both, instance({ color: '#000000' })).map(({ color }) => color)).toEqual([
    null,
    '#000000',
  ]);
});
