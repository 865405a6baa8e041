import { beforeAll, expect, test } from 'vitest';
import type { FloorSettings } from '../../../src/contract/scene/floor.ts';
import { CYCLORAMA_DEFAULT, FLOOR_BEFORE } from '../../../src/contract/scene/floor-defaults.ts';
import type { TraceHost } from '../../../src/tracer/trace-events.ts';
import { tracePicture } from '../../../src/tracer/trace-picture.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../../support/trace-host.ts';

const SIZE = 48;
/** As high as it is deep, so that it is the same from both sides. */
const BOX = nameFile(makeBoxes([{ size: [2, 2, 2], centre: [0, 0, 0] }]));
const SWEEP: FloorSettings = {
  ...FLOOR_BEFORE,
  cyclorama: { ...CYCLORAMA_DEFAULT, colour: '#40c040' },
};

let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, false);
});

async function drawFrom(
  position: readonly [number, number, number],
  floor: FloorSettings,
  bandPixels?: number,
): Promise<Uint8Array> {
  const base = createSpec(BOX.hash, { widthPx: SIZE, heightPx: SIZE, quality: 'standard' });
  const spec = {
    ...base,
    camera: { ...base.camera, position: [...position] as [number, number, number] },
    scene: { ...base.scene, floor },
  };
  const files = new Map([[BOX.hash, BOX.bytes]]);
  for await (const event of tracePicture({ spec, files }, host, new AbortController().signal, bandPixels))
    if (event.kind === 'image') return event.rgba;
  throw new Error('no picture came');
}

const pixel = (rgba: Uint8Array, x: number, y: number) => [
  ...rgba.subarray((y * SIZE + x) * 4).subarray(0, 3),
];

test('a cyclorama stands behind the product from wherever that is seen', async () => {
  const front = await drawFrom([3, 2, 8], SWEEP);
  const back = await drawFrom([-3, 2, -8], SWEEP);
  for (const rgba of [front, back]) {
    for (const [x, y] of [
      [1, 1],
      [46, 1],
      [24, 3],
      [1, 46],
      [46, 46],
    ] as const) {
      const [r = 0, g = 0, b = 0] = pixel(rgba, x, y);
      expect(g - Math.max(r, b)).toBeGreaterThan(40);
    }
  }
  const apart = front.map((value, at) => Math.abs(value - (back[at] ?? 0))).sort((a, b) => a - b);
  expect(apart[Math.floor(apart.length * 0.95)]).toBeLessThan(8);
});

test('it is never its shadow alone, and its gloss and roughness wait', async () => {
  const matt = await drawFrom([3, 2, 8], { ...SWEEP, gloss: 0, roughness: 0.2 });
  const told = await drawFrom([3, 2, 8], { ...SWEEP, gloss: 1, roughness: 0.9, isShadowOnly: true });
  expect(Buffer.from(told).equals(Buffer.from(matt))).toBe(true);
});

test('in bands it is what it is at once', async () => {
  const whole = await drawFrom([3, 2, 8], SWEEP);
  const bands = await drawFrom([3, 2, 8], SWEEP, SIZE * 16);
  const apart = whole.map((value, at) => Math.abs(value - (bands[at] ?? 0)));
  expect(Math.max(...apart)).toBeLessThanOrEqual(2);
});
