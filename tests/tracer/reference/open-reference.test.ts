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
