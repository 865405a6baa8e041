import { expect, it } from 'vitest';
import type { ModelPose } from '../../../src/contract/render-spec.ts';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { makeAnimated } from '../../support/animated-model.ts';
import { AS_IT_IS, openDecoders } from '../../support/tiny-model.ts';

const decoders = await openDecoders();
const glb = await makeAnimated();

/** Rounded bounds of what each material is drawn on, slider first. */
async function boundsAt(pose: ModelPose | null | undefined) {
  const scene = pose === undefined ? AS_IT_IS : { ...AS_IT_IS, pose };
  const { geometry } = await loadModel(glb, scene, decoders);
  return [0, 1].map((material) => {
    const [min, max] = [
      [9, 9, 9],
      [-9, -9, -9],
    ] as [number[], number[]];
    geometry.materialOfTriangle.forEach((one, triangle) => {
      if (one !== material) return;
      for (const vertex of geometry.indices.subarray(triangle * 3, triangle * 3 + 3))
        for (const axis of [0, 1, 2]) {
          const value = geometry.positions[vertex * 3 + axis] ?? 0;
          min[axis] = Math.min(min[axis] ?? 0, value);
          max[axis] = Math.max(max[axis] ?? 0, value);
        }
    });
    return [min, max].map((corner) => corner.map((value) => Math.round(value * 100) / 100 + 0));
  });
}

const AT_REST = [
  [
    [-0.3, -0.3, -0.3],
    [0.3, 0.3, 0.3],
  ],
  [
    [-0.2, 1, -0.2],
    [0.2, 3, 0.2],
  ],
];

it('stands as the file by itself without a pose, and for a clip that is not there', async () => {
  expect(await boundsAt(undefined)).toEqual(AT_REST);
  expect(await boundsAt(null)).toEqual(AT_REST);
  expect(await boundsAt({ clip: 7, seconds: 1 })).toEqual(AT_REST);
});

it('moves nodes, bones and morph targets to the moment', async () => {
  expect(await boundsAt({ clip: 0, seconds: 1 })).toEqual([
    AT_REST[0],
    // Bent to the right at the middle ring, and half as wide again.
    [
      [-0.3, 1, -0.3],
      [1, 2.3, 0.3],
    ],
  ]);
  const [slider] = await boundsAt({ clip: 0, seconds: 2 });
  expect(slider).toEqual([
    [1.7, -0.3, -0.3],
    [2.3, 0.3, 0.3],
  ]);
});

it('moves only what the animation names', async () => {
  expect(await boundsAt({ clip: 1, seconds: 0 })).toEqual([
    [
      [-0.3, 0.7, -0.3],
      [0.3, 1.3, 0.3],
    ],
    AT_REST[1],
  ]);
});
