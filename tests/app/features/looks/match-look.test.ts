import { expect, test } from 'vitest';
import { collectLook } from '../../../../src/app/features/looks/collect-look.ts';
import { matchLook } from '../../../../src/app/features/looks/match-look.ts';
import { listMaterials, type MaterialRow, materialEntry } from '../../../../src/app/model/list-materials.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import { INSTANCE_INDEX_MIN } from '../../../../src/contract/constants.ts';
import type { LookMaterial } from '../../../../src/contract/http/looks.ts';
import { ProjectSettings } from '../../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import type { ModelMaterial } from '../../../../src/contract/scene/dressed-material.ts';
import { materialId } from '../../../support/candidates.ts';
import { makeLookMaterial } from '../../../support/looks.ts';

/** A model: names of its materials, and of each the parts drawn with it. */
type Model = readonly (readonly [material: string, ...parts: string[]])[];

const RED = { color: '#ff0000' };

function open(model: Model, entries: readonly ModelMaterial[] = []) {
  const parts = model.flatMap(([, ...names], material) => names.map((name) => ({ name, material })));
  const nodes = parts.map(({ name, material }, index) => ({
    index,
    name,
    parent: null,
    hasMesh: true,
    materials: [material],
  }));
  const materials = model.map(([name, ...names], index) => ({
    index,
    name,
    colour: '#445566',
    metalness: 0,
    roughness: 1,
    hasTexture: false,
    usageCount: names.length,
  }));
  const report = { hash: ContentHash.parse('b2'.repeat(32)), materials, nodes };
  return { rows: listMaterials(report as never, entries), nameOf: (node: number) => nodes[node]?.name ?? '' };
}

function match(materials: LookMaterial[], model: Model, entries: readonly ModelMaterial[] = []) {
  const { rows, nameOf } = open(model, entries);
  const matched = matchLook({ materials }, rows, nameOf, entries, () => materialId(500));
  const colours = matched.entries.map(
    (entry) => `${entry.originalId}${entry.color === '#ff0000' ? ' red' : ''}`,
  );
  return { ...matched, colours };
}

const red = (name: string, ...parts: string[]): LookMaterial => makeLookMaterial(name, { ...RED, parts });

test.each<[string, LookMaterial, Model, string[], string[]]>([
  [
    'the name',
    red('Seat'),
    [
      ['Seat', 'a'],
      ['Legs', 'b'],
    ],
    ['Seat red'],
    [],
  ],
  ['another case and other spaces', red(' sEAT  top'), [['SeatTop', 'a']], ['SeatTop red'], []],
  [
    'every material of the name',
    red('Seat'),
    [
      ['Seat', 'a'],
      ['Seat', 'b'],
    ],
    ['Seat red', 'Seat red'],
    [],
  ],
  ['the parts, where the name is another', red('Seat', 'Left', 'Right'), [['M1', 'LEFT']], ['M1 red'], []],
  [
    'the name before the parts',
    red('Seat', 'a'),
    [
      ['Seat', 'x'],
      ['M1', 'a'],
    ],
    ['Seat red'],
    [],
  ],
  ['a material with a part that it does not name', red('Seat', 'a'), [['M1', 'a', 'b']], [], ['Seat']],
  ['nothing', red('Seat', 'a'), [['M1', 'x']], [], ['Seat']],
  ['nothing for a name that nobody gave', red('', 'a'), [['', 'x']], [], ['a']],
  ['what is not dressed is not missed', makeLookMaterial('Seat'), [['M1', 'x']], [], []],
])('a material of a look finds %s', (_, material, model, colours, missing) => {
  expect(match([material], model)).toMatchObject({ colours, missing });
});

const blue = (name: string, ...parts: string[]): LookMaterial =>
  makeLookMaterial(name, { color: '#0000ff', parts });
const coloursOf = (materials: LookMaterial[], model: Model) => {
  const { rows, nameOf } = open(model);
  const { entries, missing } = matchLook({ materials }, rows, nameOf, [], () => materialId(500));
  const colours = rows.map(
    ({ index }) => entries.find((entry) => entry.originalIndex === index)?.color ?? '',
  );
  return { colours, missing };
};

test.each<[string, LookMaterial[], Model, string[], string[]]>([
  [
    'by their parts, wherever they stand in the file',
    [red('Material', 'Seat'), blue('Material', 'Leg')],
    [
      ['Material', 'Leg'],
      ['Material', 'Seat'],
    ],
    ['#0000ff', '#ff0000'],
    [],
  ],
  [
    'by the very same parts before some of them',
    [red('Material', 'Seat', 'Leg'), blue('Material', 'Seat')],
    [
      ['Material', 'Seat'],
      ['Material', 'Seat', 'Leg'],
    ],
    ['#0000ff', '#ff0000'],
    [],
  ],
  [
    'by the order in the file where the parts say nothing',
    [red('Material', 'Mesh'), blue('Material', 'Mesh')],
    [
      ['Material', 'Mesh'],
      ['Material', 'Mesh'],
    ],
    ['#ff0000', '#0000ff'],
    [],
  ],
  [
    'and a third of the model wears what its part had',
    [red('Material', 'Seat', 'Back'), blue('Material', 'Leg')],
    [
      ['Material', 'Seat'],
      ['Material', 'Back'],
      ['Material', 'x'],
    ],
    ['#ff0000', '#ff0000', '#0000ff'],
    [],
  ],
  [
    'and where the model has more of them, the rest wear the first',
    [red('Material', 'Seat'), blue('Material', 'Leg')],
    [
      ['Material', 'x'],
      ['Material', 'y'],
      ['Material', 'z'],
    ],
    ['#ff0000', '#0000ff', '#ff0000'],
    [],
  ],
  [
    'and one that the model lacks is missed',
    [red('Material', 'Seat'), blue('Material', 'Leg')],
    [['Material', 'Seat']],
    ['#ff0000'],
    ['Material'],
  ],
  [
    'and dress all of the name where they wear the same',
    [red('Material', 'Seat'), red('Material', 'Leg')],
    [
      ['Material', 'x'],
      ['Material', 'y'],
      ['Material', 'z'],
    ],
    ['#ff0000', '#ff0000', '#ff0000'],
    [],
  ],
])('materials of one name find theirs %s', (_, materials, model, colours, missing) => {
  expect(coloursOf(materials, model)).toEqual({ colours, missing });
});

test('a look dresses no more materials than a project can keep, and says how many are left', () => {
  const model: Model = Array.from({ length: 3_000 }, (_, part) => ['Steel', `part ${part}`] as const);
  const { entries, count, missing, withoutRoom } = match([red('Steel')], model);
  expect([entries.length, count, missing, withoutRoom]).toEqual([1_000, 1_000, [], 2_000]);
  expect(ProjectSettings.shape.model_materials.safeParse(entries).success).toBe(true);
});

test('what the look leaves as the file has it goes back to the file, what it does not name stays', () => {
  const { rows } = open([
    ['Seat', 'a'],
    ['Legs', 'b'],
  ]);
  const dressed = rows.map((row) => ({ ...materialEntry(row), ...RED }));
  const matched = match(
    [makeLookMaterial('Seat')],
    [
      ['Seat', 'a'],
      ['Legs', 'b'],
    ],
    dressed,
  );
  expect(matched.entries.map(({ originalId, color }) => [originalId, color])).toEqual([
    ['Seat', null],
    ['Legs', '#ff0000'],
  ]);
  expect(matched.count).toBe(1);
});

test('a look of a model is the same on that model, and an instance is made anew where it is not', () => {
  const model: Model = [
    ['Wood', 'Seat', 'Back', 'Arm'],
    ['Steel', 'Legs'],
  ];
  const plain = open(model);
  const [wood] = plain.rows as [MaterialRow];
  const instance: ModelMaterial = {
    ...materialEntry(wood),
    ...RED,
    id: materialId(7),
    name: 'Wood of Back',
    instanceIndex: INSTANCE_INDEX_MIN + 4,
    nodes: [1],
    parentMaterialId: wood.id,
  };
  const { rows, nameOf } = open(model, [instance]);
  expect(rows.map(({ name }) => name)).toEqual(['Wood', 'Wood of Back', 'Steel']);
  const look = collectLook(rows, nameOf, freshSettings('x'), null);
  expect(look.materials.map(({ name, parts, isIndependent }) => [name, parts, isIndependent])).toEqual([
    ['Wood', ['Seat', 'Arm'], false],
    ['Wood of Back', ['Back'], true],
    ['Steel', ['Legs'], false],
  ]);

  const there = matchLook(look, rows, nameOf, [instance], () => materialId(500));
  expect(there).toMatchObject({ entries: [instance], missing: [], count: 3 });

  const anew = matchLook(look, plain.rows, plain.nameOf, [], () => materialId(500));
  expect(anew).toMatchObject({
    missing: [],
    count: 3,
    entries: [
      {
        id: materialId(500),
        name: 'Wood of Back',
        color: '#ff0000',
        originalIndex: 0,
        instanceIndex: INSTANCE_INDEX_MIN,
        nodes: [1],
        parentMaterialId: wood.id,
      },
    ],
  });

  // Parts of two materials make no instance.
  const other = open([
    ['Oak', 'Seat', 'Leg'],
    ['Pine', 'Back', 'Arm'],
  ]);
  const two = { ...look.materials[1]!, parts: ['Seat', 'Back'] };
  expect(matchLook({ materials: [two] }, other.rows, other.nameOf, [], () => materialId(500))).toMatchObject({
    entries: [],
    missing: ['Wood of Back'],
  });
});
