import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { PRODUCT_LAYER } from '../../../src/workers/viewer/capture-layers.ts';
import { findLabelPlace } from '../../../src/workers/viewer/find-label-place.ts';
import { ModelMotion } from '../../../src/workers/viewer/model-motion.ts';
import { PartPicker } from '../../../src/workers/viewer/pick-part.ts';

const CAMERA_UP = new Vector3(0, 1, 0);

/** A model of one part, moved, turned and scaled by the matrix; the ray comes along -z, in the model's frame. */
function placeOn(geometry: BufferGeometry, at: readonly [number, number], stage = new Matrix4(), from = 20) {
  const root = new Group();
  const mesh: Mesh<BufferGeometry, Material> = new Mesh(geometry, new MeshBasicMaterial());
  mesh.layers.enable(PRODUCT_LAYER);
  const above = new Group();
  above.applyMatrix4(stage);
  above.add(root.add(mesh));
  above.updateMatrixWorld(true);
  const fileMaterial = mesh.material;
  const part = { mesh, hasSurface: true, nodeIndex: 3, fileIndex: 5, materialIndex: 40_000, fileMaterial };
  const picker = new PartPicker({
    root,
    parts: [part],
    nodes: new Map(),
    unreadableImages: [],
    triangleCount: 0,
    strayTriangleCount: 0,
    motion: new ModelMotion([], new Map()),
    readLights: () => [],
  });
  const origin = new Vector3(at[0], at[1], from).applyMatrix4(stage);
  const ray = new Raycaster(origin, new Vector3(0, 0, -1).transformDirection(stage));
  const met = picker.hit(ray);
  if (met === null) throw new Error('nothing was met');
  return findLabelPlace(met, (other) => picker.hit(other), stage, CAMERA_UP);
}

test('a bottle is round with its own radius, wherever it stands and however coarse its facets are', () => {
  const moved = new Matrix4()
    .makeRotationX(0.7)
    .premultiply(new Matrix4().makeTranslation(3, -1, 2))
    .scale(new Vector3(1.5, 1.5, 1.5));
  for (const [segments, stage] of [
    [96, new Matrix4()],
    [24, new Matrix4()],
    [48, moved],
  ] as const) {
    const place = placeOn(new CylinderGeometry(2, 2, 8, segments, 1), [0.4, 1], stage);
    expect(place.radius).toBeGreaterThan(1.95);
    expect(place.radius).toBeLessThan(2.01);
    expect(place.position[0]).toBeCloseTo(0.4, 3);
    expect(place.position[1]).toBeCloseTo(1, 3);
    expect(place.axis).toEqual([0, 1, 0]);
  }
  expect(placeOn(new CylinderGeometry(2, 2, 8, 48), [0, 0])).toMatchObject({
    nodeIndex: 3,
    materialIndex: 5,
  });
});

test('a carton, a wall and a corner are flat', () => {
  expect(placeOn(new BoxGeometry(4, 8, 3), [0.3, 1]).radius).toBe(null);
  expect(placeOn(new BoxGeometry(4, 8, 3), [1.9, 1]).radius).toBe(null);
  expect(placeOn(new BoxGeometry(4, 8, 3).rotateY(0.6), [0.3, 1]).radius).toBe(null);
  expect(placeOn(new PlaneGeometry(8, 8), [0, 0]).radius).toBe(null);
});

test('the normal looks out of the surface, also of one that is built inside out', () => {
  const inverted = new SphereGeometry(2, 48, 32).scale(-1, 1, 1);
  for (const geometry of [new BoxGeometry(4, 4, 4), inverted]) {
    expect(placeOn(geometry, [0, 0]).normal[2]).toBeGreaterThan(0.99);
  }
});

test('on a lid the top of the label points away from the camera', () => {
  const lid = placeOn(new BoxGeometry(4, 2, 4), [0, 0], new Matrix4().makeRotationX(Math.PI / 2), 20);
  expect(lid.axis).toEqual([0, 1, 0]);
  // Seen from above, with the camera's top towards -z of the model.
  const root = new Group();
  const mesh: Mesh<BufferGeometry, Material> = new Mesh(new BoxGeometry(4, 2, 4), new MeshBasicMaterial());
  root.add(mesh);
  root.updateMatrixWorld(true);
  const fileMaterial = mesh.material;
  const part = { mesh, hasSurface: true, nodeIndex: 0, fileIndex: 0, materialIndex: 0, fileMaterial };
  const [point, normal] = [new Vector3(0, 1, 0), new Vector3(0, 1, 0)];
  const place = findLabelPlace(
    { part, point, normal },
    () => null,
    new Matrix4(),
    new Vector3(0.1, 0.2, -0.9),
  );
  expect(place.axis).toEqual([0, 0, -1]);
  expect(place.radius).toBe(null);
});
