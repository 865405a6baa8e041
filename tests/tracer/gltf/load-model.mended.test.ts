import type { mat4 } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { measureModel } from '../../../src/tracer/scene/measure-model.ts';
import type { SceneGeometry } from '../../../src/tracer/scene.ts';
import { makeSquare } from '../../support/broken-models.ts';
import { changeGlb } from '../../support/change-glb.ts';
import { AS_IT_IS, createSquare, openDecoders, packGlb, writeGlb } from '../../support/tiny-model.ts';

const decoders = await openDecoders();
const load = async (glb: Uint8Array) => (await loadModel(glb, AS_IT_IS, decoders)).geometry;

/** Of each triangle, the z of what its corners go round, and of its first corner's normal: both towards who looks at it. */
function facingOf({ positions, normals, indices }: SceneGeometry): [around: number, normal: number][] {
  return Array.from({ length: indices.length / 3 }, (_, triangle) => {
    const [a, b, c] = [0, 1, 2].map((corner) => (indices[triangle * 3 + corner] ?? 0) * 3) as [
      number,
      number,
      number,
    ];
    const side = (to: number, k: number) => (positions[to + k] ?? 0) - (positions[a + k] ?? 0);
    const around = side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0);
    return [Math.sign(around), Math.round(normals[a + 2] ?? 0)];
  });
}

test.each([true, false])(
  'a skin below a mirrored node is seen from outside, with normals of its own: %s',
  async (hasNormals) => {
    const { document, primitive } = createSquare();
    const accessor = (type: 'VEC3' | 'VEC4', array: Float32Array | Uint8Array) =>
      document
        .createAccessor()
        .setType(type)
        .setArray(array)
        .setBuffer(document.getRoot().listBuffers()[0] ?? null);
    const four = (values: readonly number[]) => [0, 1, 2, 3].flatMap(() => values);
    if (hasNormals) primitive.setAttribute('NORMAL', accessor('VEC3', new Float32Array(four([0, 0, 1]))));
    primitive
      .setAttribute('JOINTS_0', accessor('VEC4', new Uint8Array(16)))
      .setAttribute('WEIGHTS_0', accessor('VEC4', new Float32Array(four([1, 0, 0, 0]))));
    const [square] = document.getRoot().listNodes();
    const joint = document.createNode('joint');
    square?.setSkin(document.createSkin().addJoint(joint));
    const mirrored = document.createNode('mirrored').setScale([-1, 1, 1]).addChild(joint);
    if (square !== undefined) mirrored.addChild(square);
    document.getRoot().getDefaultScene()?.addChild(mirrored);
    expect(facingOf(await load(await writeGlb(document)))).toEqual([
      [1, 1],
      [1, 1],
    ]);
  },
);

test('coordinates, colours and tangents that are no numbers leave no hole', async () => {
  const { document, primitive } = createSquare();
  const [buffer = null] = document.getRoot().listBuffers();
  const set = (name: string, type: 'VEC2' | 'VEC3' | 'VEC4', array: number[]) =>
    primitive.setAttribute(
      name,
      document.createAccessor().setType(type).setArray(new Float32Array(array)).setBuffer(buffer),
    );
  const [nan, endless] = [Number.NaN, Number.POSITIVE_INFINITY];
  set('TEXCOORD_0', 'VEC2', [nan, 1, 1, endless, 1, 0, 0, 0]);
  set('COLOR_0', 'VEC4', [nan, 0.5, endless, 1, ...new Array<number>(12).fill(0.25)]);
  set('NORMAL', 'VEC3', [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  const geometry = await load(await writeGlb(document));
  expect(Array.from(geometry.uv0.subarray(0, 4))).toEqual([0, 1, 1, 0]);
  expect(Array.from(geometry.colours?.subarray(0, 4) ?? [])).toEqual([1, 0.5, 1, 1]);
});

test.each<[string, mat4, object]>([
  [
    'flat along z',
    [0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 1],
    { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [2, 3, 0], translation: [5, 6, 7] },
  ],
  [
    'flat along x',
    [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0, 1, 0, 0, 1],
    { scale: [0, 2, 4], translation: [1, 0, 0] },
  ],
  ['a line', [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1], { scale: [0, 2, 0], translation: [0, 0, 3] }],
])('a node whose matrix makes it %s stands as by its parts', async (_name, matrix, parts) => {
  const both = [makeSquare({ node: { matrix } }), makeSquare({ node: parts })];
  const [byMatrix, byParts] = await Promise.all(both.map(load));
  for (const [at, value] of (byParts?.positions ?? []).entries())
    expect(byMatrix?.positions[at]).toBeCloseTo(value, 5);
  expect(byMatrix?.indices).toEqual(byParts?.indices);
});

const SHEAR: mat4 = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1];

test.each<[string, (square: object) => object[]]>([
  ['of its own', (square) => [{ ...square, matrix: SHEAR }]],
  ['of a node above', (square) => [square, { matrix: SHEAR, children: [0] }]],
])('a square is sheared by a matrix %s, and its box is around it', async (_name, nodesOf) => {
  const { document } = createSquare();
  const plain = await writeGlb(document);
  const nodes = nodesOf({ mesh: 0 });
  const glb = changeGlb(plain, { nodes, scenes: [{ nodes: [nodes.length - 1] }] });
  const { positions } = await load(glb);
  const xs = [...positions].filter((_, at) => at % 3 === 0).sort((a, b) => a - b);
  // Before it is moved the corners are at x = -1, 1 where y = -1, and lean by half of y.
  expect([xs[0], xs.at(-1)]).toEqual([expect.closeTo(1.5, 5), expect.closeTo(4.5, 5)]);
  const { json, binary } = readGlb(glb);
  const { bounds } = measureModel(json, binary, new Set());
  expect(bounds.min[0]).toBeCloseTo(1.5, 5);
  expect(bounds.max[0]).toBeCloseTo(4.5, 5);
  // Numbers of nodes stay: what is hidden and dressed is known by them.
  expect(json.nodes?.[0]?.mesh).toBe(0);
});

test('a file of a later 2.x is read', async () => {
  const { json, binary } = readGlb(makeSquare());
  const later = packGlb({ ...json, asset: { version: '2.1' } }, binary);
  expect((await load(later)).indices).toHaveLength(6);
});

test('colours of copies that stand nowhere else are those of the node', async () => {
  const { json, binary } = readGlb(makeSquare());
  const extensions = { EXT_mesh_gpu_instancing: { attributes: { _COLOR_0: 0 } } };
  const nodes = [{ mesh: 0, extensions }];
  const glb = packGlb({ ...json, extensionsUsed: Object.keys(extensions), nodes }, binary);
  expect((await load(glb)).indices).toHaveLength(6);
});

test('what a file has of extensions is drawn, whether or not it lists them', async () => {
  const transform = { KHR_texture_transform: { offset: [0.5, 0.25] } };
  const changes = {
    extensionsUsed: [],
    images: [{ uri: 'data:image/png;base64,AAAA' }],
    textures: [{ source: 0 }],
    materials: [
      {
        pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions: transform } },
        extensions: { KHR_materials_clearcoat: { clearcoatFactor: 0.5 }, KHR_materials_unlit: {} },
      },
    ],
    nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } } }],
  };
  const { document, primitive } = createSquare();
  primitive.setMaterial(document.createMaterial());
  const glb = changeGlb(await writeGlb(document), changes);
  const { geometry, materials } = await loadModel(glb, AS_IT_IS, decoders);
  expect(materials[0]).toMatchObject({ clearcoat: 0.5, isUnlit: true });
  expect(materials[0]?.baseColourMap?.transform.slice(4)).toEqual([0.5, 0.25]);
  expect(geometry.indices).toHaveLength(4 * 6);
});

const tree = {
  nodes: [{ translation: [5, 0, 0], children: [1] }, { mesh: 0 }],
  scenes: [{ nodes: [0] }],
};
test.each([
  ['that is a root of its scene, too', { scenes: [{ nodes: [0, 1] }] }],
  ['before its parent', { scenes: [{ nodes: [1, 0] }] }],
  ['of which another scene shows a part', { scenes: [{ nodes: [0] }, { nodes: [1] }], scene: 0 }],
  ['named twice', { scenes: [{ nodes: [0, 0] }] }],
])('a tree %s is drawn once, where it hangs', async (_name, changes) => {
  const { document } = createSquare();
  const glb = await writeGlb(document);
  const plain = await load(changeGlb(glb, tree));
  const drawn = await load(changeGlb(glb, { ...tree, ...changes }));
  expect(drawn.positions).toEqual(plain.positions);
  expect(Math.min(...plain.positions)).toBe(-1);
  expect(Math.max(...plain.positions)).toBe(6);
});

test('a scene that shows a part of a tree by itself shows it', async () => {
  const { document } = createSquare();
  const part = changeGlb(await writeGlb(document), { ...tree, scenes: [{ nodes: [1] }] });
  expect(Math.max(...(await load(part)).positions)).toBe(1);
});
