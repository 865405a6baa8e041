import { beforeAll, expect, test } from 'vitest';
import type { Kernel } from '../../../src/tracer/kernel/kernel.ts';
import { attachKernel, openKernel, shareScene } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { type PackedScene, packScene } from '../../../src/tracer/scene/pack-scene.ts';
import { hashSums, mixedScene, readKernel } from '../../support/tracer-scenes.ts';

const wasm = readKernel();
const sharedWasm = readKernel('kernel-shared.wasm');
const SIZE = 48;
let packed: PackedScene;

beforeAll(() => {
  const scene = mixedScene(SIZE);
  packed = packScene(scene, buildAcceleration(scene.geometry));
});

/** Two passes over sixteen tiles, dealt to the kernels in turn, in the order given. */
function tracePasses(kernels: readonly Kernel[], order: readonly number[], seed = 7): void {
  for (const firstSample of [0, 2]) {
    order.forEach((tile, i) => {
      const x = (tile % 4) * 12;
      const y = Math.floor(tile / 4) * 12;
      kernels[i % kernels.length]!.traceTile({
        x,
        y,
        width: 12,
        height: 12,
        firstSample,
        sampleCount: 2,
        seed,
      });
    });
  }
}

const forwards = Array.from({ length: 16 }, (_, i) => i);
const scattered = forwards.map((i) => (i * 7 + 3) % 16);

test('the same bits with one worker or two, in any tile order, in shared and in private memory', () => {
  const alone = openKernel(wasm, packed);
  tracePasses([alone], forwards);
  const hash = hashSums(alone);

  const otherOrder = openKernel(wasm, packed);
  tracePasses([otherOrder], scattered);
  expect(hashSums(otherOrder)).toBe(hash);

  const scene = shareScene(packed);
  const workers = [attachKernel(sharedWasm, scene, 0), attachKernel(sharedWasm, scene, 5)];
  tracePasses(workers, scattered);
  expect(hashSums(workers[0]!)).toBe(hash);
  expect(hashSums(workers[1]!)).toBe(hash);
});

test('two private workers that each trace half of the tiles add up to the same bits', () => {
  const alone = openKernel(wasm, packed);
  tracePasses([alone], forwards);
  const halves = [openKernel(wasm, packed), openKernel(wasm, packed)];
  tracePasses(halves, forwards);
  const [whole, first, second] = [alone, ...halves].map((kernel) => kernel.accumulation(4).object);
  expect(whole!.every((value, i) => value === first![i]! + second![i]!)).toBe(true);
});

test('another seed, another picture', () => {
  const a = openKernel(wasm, packed);
  const b = openKernel(wasm, packed);
  tracePasses([a], forwards, 1);
  tracePasses([b], forwards, 2);
  expect(hashSums(a)).not.toBe(hashSums(b));
});

test('clearing forgets every sum', () => {
  const kernel = openKernel(wasm, packed);
  tracePasses([kernel], forwards);
  kernel.clear();
  const { object, floor } = kernel.accumulation(0);
  expect([...object, ...floor].every((value) => value === 0)).toBe(true);
});

test('a worker number outside of the scratch room is refused', () => {
  expect(() => attachKernel(sharedWasm, shareScene(packed), 64)).toThrow();
});
