import { expect, test } from 'vitest';
import type { MapReading } from '../../../src/contract/compute-values.ts';
import { readMap } from '../../../src/contract/files/read-map.ts';

test.each<[MapReading, number[]]>([
  ['asIs', [10, 20, 30, 255]],
  ['greenFlipped', [10, 235, 30, 255]],
  ['green', [20, 20, 20, 255]],
  ['blue', [30, 30, 30, 255]],
  ['inverted', [235, 235, 235, 255]],
])('a pixel read as %s is %j', (reading, expected) => {
  const rgba = Uint8ClampedArray.of(10, 20, 30, 128);
  readMap(rgba, reading);
  expect([...rgba]).toEqual(expected);
});
