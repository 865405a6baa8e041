import {
  BoxGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { expect, test } from 'vitest';
import { chooseParts } from '../../../src/workers/viewer/highlight-parts.ts';
import { measureParts } from '../../../src/workers/viewer/measure-parts.ts';
import { ModelMotion } from '../../../src/workers/viewer/model-motion.ts';
import { indexModel, PartPicker } from '../../../src/workers/viewer/pick-part.ts';
import type { LoadedModel } from '../../../src/workers/viewer/stage-model.ts';

/** Two balls of 8,000 triangles on the x axis, the second behind the first. */
function twoBalls(): LoadedModel {
  const root = new Group();
  const parts = [0, 1].map((index) => {
    const mesh: Mesh<SphereGeometry, Material> = new Mesh(
      new SphereGeometry(1, 80, 51),
      new MeshBasicMaterial(),
    );
    mesh.position.x = -3 * index;
    root.add(mesh);
    return {
      mesh,
      hasSurface: true,
      nodeIndex: index,
      fileIndex: 0,
      materialIndex: index,
      fileMaterial: mesh.material,
    };
  });
  root.updateMatrixWorld();
  return {
    root,
    parts,
    nodes: new Map(),
    unreadableImages: [],
    triangleCount: 16_000,
    strayTriangleCount: 0,
    motion: new ModelMotion([], new Map()),
    readLights: () => [],
  };
}

const treeOf = (mesh: Mesh) => (mesh.geometry as { boundsTree?: unknown }).boundsTree;
const pickPart = (model: LoadedModel, ray: Raycaster) => new PartPicker(model).pick(ray);
const along = (y: number) => new Raycaster(new Vector3(10, y, 0), new Vector3(-1, 0, 0));

test('a search tree finds the same parts as a plain ray', async () => {
  const model = twoBalls();
  const plain = [0, 0.5, 0.99, 1.01].map((y) => pickPart(model, along(y))?.nodeIndex);
  await indexModel(model, () => true);
  expect(model.parts.every(({ mesh }) => treeOf(mesh) instanceof MeshBVH)).toBe(true);
  expect([0, 0.5, 0.99, 1.01].map((y) => pickPart(model, along(y))?.nodeIndex)).toEqual(plain);
  expect(plain).toEqual([0, 0, 0, undefined]);
});

test('what is hidden, or inside something hidden, is not hit', async () => {
  const model = twoBalls();
  const [first] = model.parts;
  if (first === undefined) throw new Error('no parts');
  first.mesh.visible = false;
  expect(pickPart(model, along(0))?.nodeIndex).toBe(1);
  model.root.visible = false;
  expect(pickPart(model, along(0))).toBeNull();
});

test('indexing ends when the model is no longer wanted', async () => {
  const model = twoBalls();
  await indexModel(model, () => false);
  expect(model.parts.every(({ mesh }) => treeOf(mesh) === undefined)).toBe(true);
});

test('parts are measured where they stand; what is hidden does not count', () => {
  const model = twoBalls();
  const box = (choice: Parameters<typeof chooseParts>[1]) => {
    const measured = measureParts(chooseParts(model, choice));
    return measured === null ? null : [measured.min.x, measured.max.x].map((value) => Math.round(value));
  };
  expect(box({ kind: 'part', nodeIndex: 1, materialIndex: 1 })).toEqual([-4, -2]);
  expect(box({ kind: 'part', nodeIndex: 1, materialIndex: 0 })).toBeNull();
  expect(box({ kind: 'material', materialIndex: 0 })).toEqual([-1, 1]);
  for (const { mesh } of model.parts) mesh.visible = mesh.position.x < 0;
  expect(box({ kind: 'material', materialIndex: 0 })).toBeNull();
});

test('parts are found wherever the model was moved to since the first search', () => {
  const model = twoBalls();
  const picker = new PartPicker(model);
  expect(picker.pick(along(0))?.nodeIndex).toBe(0);
  expect(picker.pick(along(5))).toBeNull();
  model.root.position.y = 5;
  model.root.scale.setScalar(0.5);
  model.root.rotation.y = Math.PI;
  model.root.updateMatrixWorld(true);
  // Turned, the second ball is in front.
  expect(picker.pick(along(5.4))?.nodeIndex).toBe(1);
  expect(picker.pick(along(5.6))).toBeNull();
  expect(picker.pick(along(0))).toBeNull();
});

test('of very many parts a ray finds the same as each of them asked by itself', () => {
  const root = new Group();
  const [geometry, material] = [new BoxGeometry(0.8, 0.8, 0.8), new MeshBasicMaterial()];
  const parts = Array.from({ length: 1_000 }, (_, index) => {
    const mesh: Mesh<BoxGeometry, Material> = new Mesh(geometry, material);
    mesh.position.set(index % 10, Math.floor(index / 10) % 10, Math.floor(index / 100));
    mesh.rotation.set(index, 2 * index, 0);
    root.add(mesh);
    return {
      mesh,
      hasSurface: true,
      nodeIndex: index,
      fileIndex: 0,
      materialIndex: 0,
      fileMaterial: material,
    };
  });
  root.updateMatrixWorld();
  const model = { ...twoBalls(), root, parts };
  const picker = new PartPicker(model);
  const found = Array.from({ length: 200 }, (_, index) => {
    const target = new Vector3(index % 10, Math.floor(index / 10) % 10, (index * 7) % 10);
    const ray = new Raycaster(new Vector3(30, 20, 25), target.sub(new Vector3(30, 20, 25)).normalize());
    const [hit] = ray.intersectObjects(root.children, false);
    const plain = parts.find(({ mesh }) => mesh === hit?.object)?.nodeIndex;
    expect(picker.pick(ray)?.nodeIndex).toBe(plain);
    return plain;
  });
  expect(new Set(found).size).toBeGreaterThan(50);
});
