import { deflateSync } from 'node:zlib';
import { DataUtils, FloatType } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { expect, test } from 'vitest';
import { toHalf } from '../../../src/tracer/layers/half.ts';
import { writeExr } from '../../../src/tracer/layers/write-exr.ts';
import { readExr } from '../../support/read-exr.ts';

const [widthPx, heightPx] = [37, 35];
const CHANNELS = [
  ...['R', 'G', 'B', 'A'].map((name) => ({ name, type: 'half' as const })),
  { name: 'depth.Z', type: 'float' as const },
  { name: 'product.R', type: 'half' as const },
];
/** A value that tells channel and pixel apart, and needs more than 8 bits. */
const valueAt = (channel: number, x: number, y: number) => (channel + 1) * 4 + (y * widthPx + x) / 2048;

function write(): Uint8Array {
  const readRow = (y: number, rows: readonly Float32Array[]) => {
    for (const [channel, row] of rows.entries())
      for (let x = 0; x < widthPx; x++) row[x] = valueAt(channel, x, y);
  };
  return writeExr({ widthPx, heightPx, channels: CHANNELS, comments: 'A test', readRow }, deflateSync);
}

test('three.js reads the beauty of a written EXR, row by row', () => {
  const read = new EXRLoader().setDataType(FloatType).parse(write().slice().buffer) as unknown as {
    width: number;
    height: number;
    data: Float32Array;
  };
  expect([read.width, read.height]).toEqual([widthPx, heightPx]);
  for (const [x, y] of [
    [0, 0],
    [36, 0],
    [5, 17],
    [36, 34],
  ] as const) {
    for (let channel = 0; channel < 4; channel++) {
      // It stores the bottom row first.
      const value = read.data[((heightPx - 1 - y) * widthPx + x) * 4 + channel];
      expect(value).toBe(DataUtils.fromHalfFloat(toHalf(bitsOf(valueAt(channel, x, y)))));
    }
  }
});

test('every layer is there under its name, floats to the bit and halves to their own', () => {
  const { channels, attributes, ...size } = readExr(write());
  expect(size).toEqual({ widthPx, heightPx });
  expect([...channels.keys()]).toEqual(['A', 'B', 'G', 'R', 'depth.Z', 'product.R']);
  expect(attributes.get('comments')?.value.toString()).toBe('A test');
  expect(attributes.get('chromaticities')?.value.readFloatLE(0)).toBeCloseTo(0.64);
  const float = channels.get('depth.Z')!;
  const half = channels.get('product.R')!;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x;
      expect(float[at]).toBe(Math.fround(valueAt(4, x, y)));
      expect(half[at]).toBe(DataUtils.fromHalfFloat(toHalf(bitsOf(valueAt(5, x, y)))));
    }
  }
  expect(Buffer.from(write()).equals(Buffer.from(write()))).toBe(true);
});

test('halves are the nearest there are, from the smallest to the largest', () => {
  for (let bits = 0; bits < 0x7c00; bits++) {
    expect(toHalf(bitsOf(DataUtils.fromHalfFloat(bits)))).toBe(bits);
    expect(toHalf(bitsOf(-DataUtils.fromHalfFloat(bits)))).toBe(0x8000 | bits);
  }
  // Half-way between two goes to the even one.
  expect(toHalf(bitsOf(1 + 1 / 2048))).toBe(0x3c00);
  expect(toHalf(bitsOf(1 + 3 / 2048))).toBe(0x3c02);
  expect(toHalf(bitsOf(1e9))).toBe(0x7bff);
  expect(toHalf(bitsOf(Number.POSITIVE_INFINITY))).toBe(0x7bff);
  expect(toHalf(bitsOf(Number.NaN))).toBe(0);
  expect(toHalf(bitsOf(1e-30))).toBe(0);
});

function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0]!;
}
