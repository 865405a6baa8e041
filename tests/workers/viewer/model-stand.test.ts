import { Group, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { turnToAxis } from '../../../src/contract/scene/up-axis.ts';
import { ModelStand } from '../../../src/workers/viewer/model-stand.ts';

const STAY = new Matrix4().toArray();
const MOVED = new Matrix4()
  .compose(
    new Vector3(4, 0, 0),
    new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 1),
    new Vector3().setScalar(2),
  )
  .toArray();

function stand(): { stand: ModelStand; root: Object3D; world: () => number[] } {
  const made = new ModelStand();
  const root = new Group();
  made.put(root, 'Y_UP', STAY);
  const world = () => {
    made.axis.updateMatrixWorld();
    return root.matrixWorld.toArray();
  };
  return { stand: made, root, world };
}

test('a model stands as the recipe says: axis turn times tool matrix', () => {
  const { stand: made, world } = stand();
  void made.go(MOVED, 0);
  made.setUpAxis('Z_UP');
  const recipe = new Matrix4().fromArray([...turnToAxis('Z_UP')]).multiply(new Matrix4().fromArray(MOVED));
  for (const [cell, value] of recipe.elements.entries()) expect(world()[cell]).toBeCloseTo(value, 12);
  expect(made.transform().map((value) => Math.round(value * 1e9) / 1e9)).toEqual(
    MOVED.map((value) => Math.round(value * 1e9) / 1e9),
  );
});

test('a transition is halfway after half of its time, arrives exactly, and resolves then', async () => {
  const { stand: made } = stand();
  let hasArrived = false;
  const arrival = made.go(MOVED, 600).then(() => {
    hasArrived = true;
  });
  expect(made.update(300)).toBe(true);
  expect(made.tool.position.x).toBeCloseTo(2, 9);
  expect(made.tool.scale.x).toBeCloseTo(1.5, 9);
  expect(hasArrived).toBe(false);
  expect(made.update(300)).toBe(true);
  await arrival;
  expect(made.tool.position.x).toBe(4);
  expect(made.isMoving).toBe(false);
  expect(made.update(16)).toBe(false);
});

test('a call for where it is going joins; another one takes over from where it is', async () => {
  const { stand: made } = stand();
  const first = made.go(MOVED, 600);
  made.update(300);
  expect(made.go([...MOVED], 0)).toBe(first);
  expect(made.tool.position.x).toBeCloseTo(2, 9);
  const second = made.go(STAY, 100);
  await first;
  expect(made.tool.position.x).toBeCloseTo(2, 9);
  expect(made.finish()).toBe(true);
  await second;
  expect(made.tool.position.x).toBe(0);
  expect(made.finish()).toBe(false);
});
