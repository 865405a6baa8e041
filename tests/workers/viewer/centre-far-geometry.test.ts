import { BufferAttribute, BufferGeometry, Mesh, Object3D, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { centreFarGeometry, type NearGeometries } from '../../../src/workers/viewer/centre-far-geometry.ts';

/** A triangle of size 64 whose first corner is at (far, far, 0), on a mesh that is scaled and moved. */
function makeMesh(far: number): Mesh {
  const positions = new Float32Array([far, far, 0, far + 64, far, 0, far, far + 64, 0]);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  const mesh = new Mesh(geometry);
  mesh.scale.set(2, 1, 1);
  mesh.position.set(5, 0, 0);
  return mesh;
}

function cornersOf(mesh: Mesh): number[][] {
  mesh.updateMatrixWorld(true);
  const position = mesh.geometry.getAttribute('position');
  return [0, 1, 2].map((corner) =>
    new Vector3().fromBufferAttribute(position, corner).applyMatrix4(mesh.matrixWorld).toArray(),
  );
}

test('a shape far from its origin stands where it stood, with its vertices near', () => {
  const mesh = makeMesh(1e9);
  const shared = mesh.geometry.getAttribute('position');
  const before = cornersOf(mesh);
  centreFarGeometry(mesh, new WeakMap());
  expect(cornersOf(mesh)).toEqual(before);
  expect(Math.max(...mesh.geometry.getAttribute('position').array)).toBeLessThan(100);
  expect(mesh.geometry.boundingBox?.max.x).toBeLessThan(100);
  expect(shared.getX(0)).toBe(1e9);
});

test('all meshes that share such a shape stand where they stood, and go on sharing', () => {
  const known: NearGeometries = new WeakMap();
  const mesh = makeMesh(1e9);
  const [second, above] = [mesh.clone(), mesh.clone()];
  second.position.set(-70, 0, 0);
  above.add(new Object3D());
  const all = [mesh, second, above];
  const before = all.map(cornersOf);
  for (const one of all) centreFarGeometry(one, known);
  expect(all.map(cornersOf)).toEqual(before);
  expect(second.geometry).toBe(mesh.geometry);
  expect(Math.max(...second.geometry.getAttribute('position').array)).toBeLessThan(100);
});

test('others are left alone', () => {
  const near = makeMesh(1_000);
  const parent = makeMesh(1e9);
  parent.add(new Object3D());
  for (const mesh of [near, parent]) {
    const position = mesh.geometry.getAttribute('position');
    centreFarGeometry(mesh, new WeakMap());
    expect(mesh.geometry.getAttribute('position')).toBe(position);
    expect(mesh.position.x).toBe(5);
  }
});
