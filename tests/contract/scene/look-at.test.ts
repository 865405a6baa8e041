import { Matrix4, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { lookAt } from '../../../src/contract/scene/look-at.ts';

type Triple = [number, number, number];

test('the orientation is the one three.js gives its camera', () => {
  const views: [Triple, Triple][] = [
    [
      [9.6, 3.1, 12.4],
      [0, 0, 0],
    ],
    [
      [0, 0, -5],
      [0, 0, 0],
    ],
    [
      [-11, -0.6, 4.6],
      [3.4, -2.3, 0],
    ],
    [
      [0, 5, 0],
      [0, 0, 0],
    ],
    [
      [2, -5, 1],
      [2, 0, 1],
    ],
    [
      [0.001, 8, 0],
      [0, 0, 0],
    ],
    [
      [5, -7, 0.01],
      [0, 0, 0],
    ],
  ];
  for (const [position, target] of views) {
    const camera = new PerspectiveCamera();
    camera.position.set(...position);
    camera.lookAt(...target);
    const ours = new Quaternion(...lookAt(position, target, [0, 1, 0]));
    expect(ours.angleTo(camera.quaternion)).toBeLessThan(1e-6);
    const forward = new Vector3(0, 0, -1).applyMatrix4(new Matrix4().makeRotationFromQuaternion(ours));
    const wanted = new Vector3(...target).sub(new Vector3(...position)).normalize();
    expect(forward.distanceTo(wanted)).toBeLessThan(2e-4);
  }
});

test('a camera on its target looks the way every camera begins', () => {
  expect(lookAt([1, 2, 3], [1, 2, 3], [0, 1, 0])).toEqual([0, 0, 0, 1]);
});
