import { BoxGeometry, Float32BufferAttribute, Mesh } from 'three';
import { expect, test } from 'vitest';
import { measureMesh } from '../../../src/workers/viewer/measure-mesh.ts';

test('a shape that blends is measured as it is blended, not as it may be', () => {
  const geometry = new BoxGeometry(2, 2, 2);
  const { array } = geometry.getAttribute('position');
  // The target moves all of it three down.
  const target = Array.from(array, (_, cell) => (cell % 3 === 1 ? -3 : 0));
  geometry.morphAttributes.position = [new Float32BufferAttribute(target, 3)];
  geometry.morphTargetsRelative = true;
  const mesh = new Mesh(geometry);
  mesh.position.y = 1;
  const lowest = (weight: number) => {
    mesh.morphTargetInfluences = [weight];
    mesh.updateMatrixWorld();
    return measureMesh(mesh).min.y;
  };
  expect([0, 0.5, 1].map(lowest)).toEqual([0, -1.5, -3]);
});
