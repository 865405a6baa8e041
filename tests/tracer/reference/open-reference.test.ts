import { expect, test } from 'vitest';
import { buildAcceleration } from '../../../src/tracer/build-acceleration.ts';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { packScene } from '../../../src/tracer/pack-scene.ts';
import { openReference } from '../../../src/tracer/reference/open-reference.ts';
import { hashSums, mixedScene, readKernel, traceAll } from '../../support/tracer-scenes.ts';

test('the kernel and the reference integrator give the same bits for the same rays', () => {
  const scene = mixedScene(32);
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const kernel = openKernel(readKernel(), packed);
  const reference = openReference(packed);
  const rays = traceAll(kernel, 8);
  expect(traceAll(reference, 8)).toBe(rays);
  expect(rays).toBeGreaterThan(32 * 32 * 8 * 2);
  expect(hashSums(reference)).toBe(hashSums(kernel));
  expect(reference.rejectedSamples()).toBe(0);
});

test('pixels that have not met the product are scaled in place of being traced, alike in both', () => {
  const scene = mixedScene(24);
  const packed = packScene(scene, buildAcceleration(scene.geometry));
  const kernels = [openKernel(readKernel(), packed), openReference(packed)] as const;
  for (const kernel of kernels) traceAll(kernel, 4);
  const before = kernels[0].accumulation(4);
  const [floor, normal] = [before.floor.slice(), before.normal.slice()];
  const tile = { x: 0, y: 0, width: 24, height: 24, firstSample: 4, sampleCount: 4, seed: 1, floorGain: 2 };
  const [rays, referenceRays] = kernels.map((kernel) => kernel.traceTile(tile));
  expect(referenceRays).toBe(rays);
  expect(hashSums(kernels[1])).toBe(hashSums(kernels[0]));

  const bare = Array.from({ length: 24 * 24 }, (_, i) => i).filter((i) =>
    normal.subarray(i * 3, i * 3 + 3).every((value) => value === 0),
  );
  expect(bare.length).toBeGreaterThan(50);
  expect(bare.length).toBeLessThan(24 * 24 - 50);
  const after = kernels[0].accumulation(8);
  for (const i of bare) expect(after.floor[i * 4]).toBe(2 * floor[i * 4]!);
});
