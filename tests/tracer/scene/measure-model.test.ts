import { expect, test } from 'vitest';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { measureModel } from '../../../src/tracer/scene/measure-model.ts';
import { AS_IT_IS, createSquare, openDecoders, writeGlb } from '../../support/tiny-model.ts';

/** A mesh of so many triangles, so many times. */
function repeat(triangles: number, instances: number) {
  const copies = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } };
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, extensions: copies }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      { componentType: 5126, count: triangles * 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { componentType: 5126, count: instances, type: 'VEC3' },
    ],
  };
}
const measure = (triangles: number, instances: number) =>
  measureModel(repeat(triangles, instances), null, new Set()).triangleCount;

test('every instance counts, also where there are more than are measured one by one', () => {
  expect(measure(50, 300_000)).toBe(15_000_000);
  expect(() => measure(100, 300_000)).toThrow('model-too-complex');
  expect(() => measure(1, 1_000_001)).toThrow('model-too-complex');
});

test('what a skin moves counts once, as it is drawn', () => {
  const json = repeat(50, 300);
  const skinned = {
    ...json,
    nodes: json.nodes.map((node) => ({ ...node, skin: 0 })),
    skins: [{ joints: [0] }],
  };
  expect(measureModel(skinned, null, new Set()).triangleCount).toBe(50);
});

test('copies of what is left out are counted, since they are read all the same', () => {
  const skipped = new Set([0]);
  expect(measureModel(repeat(50, 300_000), null, skipped).triangleCount).toBe(0);
  expect(() => measureModel(repeat(1, 1_000_001), null, skipped)).toThrow('model-too-complex');
});

test('a vertex that no triangle names is not measured, so that parts of one buffer count only their own', async () => {
  const { document, primitive } = createSquare();
  const [buffer] = document.getRoot().listBuffers();
  // The square, another one far away, and a vertex that nothing uses.
  const corners = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
  const all = new Float32Array([...corners, ...corners.map((value) => value + 500), 0, 9_000, Number.NaN]);
  const position = document
    .createAccessor()
    .setType('VEC3')
    .setArray(all)
    .setBuffer(buffer ?? null);
  primitive.setAttribute('POSITION', position).setAttribute('TEXCOORD_0', null);
  const others = document
    .createAccessor()
    .setArray(new Uint16Array([4, 5, 6, 4, 6, 7]))
    .setBuffer(buffer ?? null);
  const other = document.createPrimitive().setAttribute('POSITION', position).setIndices(others);
  document.getRoot().getDefaultScene()?.listChildren()[0]?.getMesh()?.addPrimitive(other);
  const { json, binary } = readGlb(await writeGlb(document));
  const { primitives, bounds } = measureModel(json, binary, new Set());
  expect(primitives.map((placed) => [placed.bounds.min, placed.bounds.max])).toEqual([
    [
      [-1, -1, 0],
      [1, 1, 0],
    ],
    [
      [499, 499, 500],
      [501, 501, 500],
    ],
  ]);
  expect(bounds.max).toEqual([501, 501, 500]);
});

test('morph targets move the box by the weights of the node, else of its mesh', async () => {
  const { document, primitive } = createSquare();
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const target = document
    .createAccessor()
    .setType('VEC3')
    .setArray(new Float32Array([0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0]))
    .setBuffer(buffer);
  primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', target));
  const node = document.getRoot().getDefaultScene()?.listChildren()[0];
  const top = async () => {
    const { json, binary } = readGlb(await writeGlb(document));
    return measureModel(json, binary, new Set()).bounds.max[1];
  };
  expect(await top()).toBe(1);
  node?.getMesh()?.setWeights([0.5]);
  expect(await top()).toBe(3);
  node?.setWeights([1]);
  expect(await top()).toBe(5);
  // The bytes are not looked into; the target's own bounds say how far it may go.
  target.setSparse(true);
  const { json, binary } = readGlb(await writeGlb(document));
  const { bounds, isRough } = measureModel(json, binary, new Set());
  expect([bounds.max[1], isRough]).toEqual([5, true]);
});

test('of eight joints the strongest four place a vertex', async () => {
  const { document, primitive } = createSquare();
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const scene = document.getRoot().getDefaultScene();
  const skin = document.createSkin();
  for (let joint = 0; joint < 8; joint++) {
    const bone = document.createNode().setTranslation([0, joint < 4 ? 0 : 10, 0]);
    scene?.addChild(bone);
    skin.addJoint(bone);
  }
  scene?.listChildren()[0]?.setSkin(skin);
  const set = (name: string, array: Uint8Array | Float32Array) =>
    primitive.setAttribute(name, document.createAccessor().setType('VEC4').setArray(array).setBuffer(buffer));
  const all = <T>(values: T[]): T[] => [values, values, values, values].flat();
  set('JOINTS_0', new Uint8Array(all([0, 1, 2, 3])));
  set('WEIGHTS_0', new Float32Array(all([0.05, 0.05, 0.05, 0.05])));
  set('JOINTS_1', new Uint8Array(all([4, 5, 6, 7])));
  set('WEIGHTS_1', new Float32Array(all([0.2, 0.2, 0.2, 0.2])));
  const glb = await writeGlb(document);
  const { json, binary } = readGlb(glb);
  expect(measureModel(json, binary, new Set()).bounds.max[1]).toBeCloseTo(11);
  const { geometry } = await loadModel(glb, AS_IT_IS, await openDecoders());
  expect(Math.max(...geometry.positions)).toBeCloseTo(11);
});

test('a vertex without any weight goes with the first joint that it names, as on the stage', async () => {
  const { document, primitive } = createSquare();
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const scene = document.getRoot().getDefaultScene();
  const skin = document.createSkin();
  for (const y of [0, 10]) {
    const bone = document.createNode().setTranslation([0, y, 0]);
    scene?.addChild(bone);
    skin.addJoint(bone);
  }
  scene?.listChildren()[0]?.setSkin(skin);
  const set = (name: string, array: Uint8Array | Float32Array) =>
    primitive.setAttribute(name, document.createAccessor().setType('VEC4').setArray(array).setBuffer(buffer));
  const all = [0, 1, 2, 3];
  set('JOINTS_0', new Uint8Array(all.flatMap(() => [1, 0, 0, 0])));
  set('WEIGHTS_0', new Float32Array(all.flatMap((vertex) => (vertex < 2 ? [0, 0, 0, 0] : [1, 0, 0, 0]))));
  const glb = await writeGlb(document);
  const { json, binary } = readGlb(glb);
  const { bounds } = measureModel(json, binary, new Set());
  expect([bounds.min[1], bounds.max[1]]).toEqual([9, 11]);
  const { geometry } = await loadModel(glb, AS_IT_IS, await openDecoders());
  const heights = geometry.positions.filter((_, cell) => cell % 3 === 1);
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([9, 11]);
});
