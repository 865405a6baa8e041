import { readFileSync } from 'node:fs';
import { DataUtils } from 'three';
import { expect, test } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import { readEnvironment } from '../../../src/workers/viewer/read-environment.ts';
import { hasSamples, readSample } from '../../support/tiny-model.ts';

const own = new Uint8Array(readFileSync('src/workers/viewer/studio.hdr'));
const bufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;
const refuse = (bytes: Uint8Array) => {
  try {
    readEnvironment(bufferOf(bytes), 'a.hdr');
  } catch (error) {
    return error instanceof AppError ? error.failure : error;
  }
  return null;
};
const UNREADABLE = { code: 'image-unreadable', name: 'a.hdr' };

test('the studio of the stage is the tracer’s: its key is at the upper left, in front', () => {
  const { image } = readEnvironment(bufferOf(own), 'studio.hdr');
  const { data, width, height } = image as { data: Uint16Array; width: number; height: number };
  expect([width, height]).toEqual([256, 128]);
  const red = (x: number, y: number) => DataUtils.fromHalfFloat(data[(y * width + x) * 4] ?? 0);
  // u is 0.5 along -Z. The key stands 44 degrees to the left of +Z and 40 above the horizon; nothing does at the right.
  const [x, y] = [Math.round((44 / 360) * width), Math.round(((90 - 40) / 180) * height)];
  expect(red(x, y)).toBeGreaterThan(5 * red(width - x, y));
  expect(red(128, 127)).toBeGreaterThan(0);
});

test('a file that is cut short, empty, of another kind or too large is refused with its name', () => {
  expect(refuse(own.subarray(0, own.length - 4))).toEqual(UNREADABLE);
  expect(refuse(own.subarray(0, 40))).toEqual(UNREADABLE);
  expect(refuse(new Uint8Array())).toEqual(UNREADABLE);
  expect(refuse(new TextEncoder().encode('not a picture at all'))).toEqual(UNREADABLE);
  const huge = new TextEncoder().encode('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 90000 +X 90000\n');
  expect(refuse(huge)).toEqual(UNREADABLE);
});

test.skipIf(!hasSamples)('run-length encoded files are read whole or not at all', () => {
  const whole = readEnvironment(bufferOf(readSample('hdr/studio_small_03_1k.hdr')), 'a.hdr');
  expect(whole.image.width).toBe(1024);
  expect(refuse(readSample('broken/hdr_truncated.hdr'))).toEqual(UNREADABLE);
});
