import { expect, test } from 'vitest';
import { applyVariant, listVariants } from '../../../src/tracer/gltf/apply-variant.ts';
import type { GltfJson } from '../../../src/tracer/gltf/gltf-json.ts';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { AS_IT_IS, hasSamples, openDecoders, readSample } from '../../support/tiny-model.ts';
import { makeVariants } from '../../support/variant-model.ts';

const asset = { version: '2.0' };
const named = (...variants: unknown[]): GltfJson => ({
  asset,
  extensions: { KHR_materials_variants: { variants } },
});
const mapped = (mappings: unknown, material?: number): GltfJson => ({
  ...named({ name: 'A' }, { name: 'B' }),
  materials: [{}, {}],
  meshes: [
    {
      primitives: [
        {
          ...(material === undefined ? {} : { material }),
          extensions: { KHR_materials_variants: { mappings } },
        },
      ],
    },
  ],
});
const drawn = (json: GltfJson, name: string | null) =>
  applyVariant(json, name).meshes?.[0]?.primitives?.[0]?.material;

test.each<[string, GltfJson, string[]]>([
  ['names in the file’s order', named({ name: 'B' }, { name: 'A' }), ['B', 'A']],
  ['a repeated name once', named({ name: 'A' }, { name: 'A' }), ['A']],
  ['none without a name', named({}, { name: '  ' }, { name: 3 }, null, { name: 'x'.repeat(256) }), []],
  ['nothing without the extension', { asset }, []],
  ['nothing in what is no list', { asset, extensions: { KHR_materials_variants: { variants: 'A' } } }, []],
  [
    'a hundred at most',
    named(...Array.from({ length: 300 }, (_, n) => ({ name: `V${n}` }))),
    Array.from({ length: 100 }, (_, n) => `V${n}`),
  ],
])('lists %s', (_, json, names) => {
  expect(listVariants(json)).toEqual(names);
});

test.each<[string, unknown, string | null, number | undefined]>([
  ['the mapped material', [{ material: 1, variants: [0] }], 'A', 1],
  [
    'the first that names it',
    [
      { material: 1, variants: [1, 0] },
      { material: 0, variants: [0] },
    ],
    'A',
    1,
  ],
  ['its own where another is mapped', [{ material: 1, variants: [0] }], 'B', 0],
  ['its own without a choice', [{ material: 1, variants: [0] }], null, 0],
  ['its own for a name that nobody has', [{ material: 1, variants: [0] }], 'C', 0],
  ['its own where the material is not there', [{ material: 2, variants: [0] }], 'A', 0],
  ['its own where the material is no number', [{ material: '1', variants: [0] }], 'A', 0],
  ['its own where the mapping is broken', [null, { variants: 0 }, 3], 'A', 0],
  ['its own where the mappings are no list', 'x', 'A', 0],
])('a part is drawn with %s', (_, mappings, name, material) => {
  expect(drawn(mapped(mappings, 0), name)).toBe(material);
});

test('the document itself does not change', () => {
  const json = mapped([{ material: 1, variants: [0] }], 0);
  const before = structuredClone(json);
  applyVariant(json, 'A');
  expect(json).toEqual(before);
});

test('the tracer draws the chosen colourway', async () => {
  const decoders = await openDecoders();
  const materialsOf = async (variant: string | null) => {
    const { geometry } = await loadModel(makeVariants(), { ...AS_IT_IS, variant }, decoders);
    return [...new Set(geometry.materialOfTriangle)];
  };
  expect(await materialsOf(null)).toEqual([0, 1]);
  expect(await materialsOf('Ocean')).toEqual([2, 1]);
  expect(await materialsOf('All blue')).toEqual([2]);
});

test.skipIf(!hasSamples)('the shoe of the samples has its three', async () => {
  const { json } = readGlb(readSample('glb/MaterialsVariantsShoe.glb'));
  const names = listVariants(json);
  expect(names.length).toBe(3);
  expect(new Set([null, ...names].map((name) => drawn(json, name))).size).toBeGreaterThan(1);
});
