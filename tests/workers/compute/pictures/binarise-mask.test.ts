import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type MaskKernel,
  openMaskKernel,
  openPlainKernel,
} from '../../../../src/workers/compute/pictures/binarise-mask.ts';

afterEach(() => vi.unstubAllGlobals());

function run(kernel: MaskKernel, pixels: Uint8Array): Buffer {
  const memory = kernel.reserve(pixels.length);
  memory.set(pixels);
  kernel.run();
  return Buffer.from(memory);
}

/** The same noise for the same seed. */
function noise(bytes: number, seed: number): Uint8Array {
  let state = seed >>> 0;
  return new Uint8Array(bytes).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

test('white is what is brighter than 160, and everything is opaque', () => {
  const pixels = new Uint8Array([160, 160, 160, 0, 161, 160, 160, 9, 255, 225, 0, 255, 255, 226, 0, 0]);
  for (const kernel of [openMaskKernel(), openPlainKernel()]) {
    expect([...run(kernel, pixels)].map((value) => value / 255)).toEqual([
      0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1,
    ]);
  }
});

test('the module gives the bytes of the plain loop at every size, in memory that grows and shrinks', () => {
  const kernel = openMaskKernel();
  expect(kernel.isWasm).toBe(true);
  // Around the 16 pixels of one step, around a page of memory, and odd pictures.
  const sizes = [0, 1, 3, 15, 16, 17, 31, 33, 16_383, 16_384, 16_385, 97 * 61, 333 * 257, 5, 1];
  for (const [index, size] of sizes.entries()) {
    const pixels = noise(size * 4, index + 1);
    const expected = run(openPlainKernel(), pixels);
    expect(run(kernel, pixels).equals(expected), `${size} pixels`).toBe(true);
    expect(expected.every((value) => value === 0 || value === 255)).toBe(true);
  }
});

test('brightness is exact: every grey, and sums on both sides of the limit', () => {
  const colours = Array.from({ length: 256 }, (_, grey) => [grey, grey, grey]);
  for (let red = 0; red <= 255; red += 5) {
    for (let green = Math.max(225 - red, 0); green <= 255; green += 5) {
      for (const blue of [479 - red - green, 480 - red - green, 481 - red - green]) {
        if (blue >= 0 && blue <= 255) colours.push([red, green, blue]);
      }
    }
  }
  const pixels = Uint8Array.from(colours.flatMap((colour) => [...colour, 77]));
  const found = run(openMaskKernel(), pixels);
  colours.forEach(([red = 0, green = 0, blue = 0], at) => {
    expect(found[at * 4], `${red} ${green} ${blue}`).toBe(red + green + blue > 480 ? 255 : 0);
  });
});

test('without WebAssembly, or without its SIMD, the plain loop does it', () => {
  const pixels = noise(400, 9);
  const expected = run(openMaskKernel(), pixels);
  vi.stubGlobal('WebAssembly', undefined);
  const without = openMaskKernel();
  expect(without.isWasm).toBe(false);
  expect(run(without, pixels).equals(expected)).toBe(true);
  vi.unstubAllGlobals();
  const refuse = (): never => {
    throw new WebAssembly.CompileError('SIMD unsupported');
  };
  vi.stubGlobal('WebAssembly', { ...WebAssembly, Module: refuse, CompileError: WebAssembly.CompileError });
  expect(openMaskKernel().isWasm).toBe(false);
});

test('what is committed is what its source compiles to', () => {
  const script = join(import.meta.dirname, '../../../../scripts/build-mask-kernel.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).not.toMatch(/Error/);
  expect(status).toBe(0);
});
