import { expect, test } from 'vitest';
import { sidesAtOnce } from '../../../src/workers/viewer/draft-frame.ts';
import { type BoxPlan, makeBoxes } from '../../support/box-model.ts';
import type { Pixels } from '../../support/pixels.ts';
import { packGlb } from '../../support/tiny-model.ts';
import {
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  screenOf,
  showModel,
} from '../../support/viewer-page.ts';

/** A turned square of side * side * 2 triangles, 6 units wide, that faces +Z. */
function makeSheet(side: number): Uint8Array {
  const row = side + 1;
  const positions = Float32Array.from({ length: row * row * 3 }, (_, at) => {
    const [vertex, axis] = [Math.floor(at / 3), at % 3];
    return axis === 2 ? 0 : ((axis === 0 ? vertex % row : Math.floor(vertex / row)) / side - 0.5) * 6;
  });
  const indices = Uint32Array.from({ length: side * side * 6 }, (_, at) => {
    const square = Math.floor(at / 6);
    const corner = [0, 1, row + 1, 0, row + 1, row][at % 6] ?? 0;
    return Math.floor(square / side) * row + (square % side) + corner;
  });
  return packGlb(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, rotation: [0, 0, Math.sin(0.1), Math.cos(0.1)] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.8, 0.05, 0.02, 1], metallicFactor: 0 } }],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: row * row,
          type: 'VEC3',
          min: [-3, -3, 0],
          max: [3, 3, 0],
        },
        { bufferView: 1, componentType: 5125, count: indices.length, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: positions.byteLength },
        { buffer: 0, byteOffset: positions.byteLength, byteLength: indices.byteLength },
      ],
      buffers: [{ byteLength: positions.byteLength + indices.byteLength }],
    },
    Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer)]),
  );
}

test.each([
  [1, 1, true, 4_000],
  [10_000, 10, true, 100],
  [1_000_000, 10, true, 1],
  [2_000_000, 10, true, 1],
  [1_000_000, 10, false, 6],
  [10_000, 3_000, false, 1],
  [0, 0, false, 4_000],
])(
  '%d triangles in %d parts, in software %j, are looked at from %d sides at once',
  (triangles, parts, isInSoftware, count) => {
    expect(sidesAtOnce(triangles, parts, isInSoftware)).toBe(count);
  },
);

test('a heavy model drawn by the processor is seen at once with hard edges, and with smooth ones at rest', async () => {
  const tests = await openViewerTests();
  try {
    const page = await openViewerPage(tests);
    await showModel(page, makeSheet(4));
    const light = await screenOf(page);

    // While somebody holds the stage it is left as it is.
    await page.mouse.move(30, 30);
    await page.mouse.down();
    await showModel(page, makeSheet(240));
    const draft = await screenOf(page);
    const seen = await page.evaluate(() => window.harness.events.length);
    await page.mouse.up();
    const kinds = await page.evaluate(async (from) => {
      const { harness } = window;
      await harness.wait('frameDrawn', from);
      return harness.events.slice(from).map(({ kind }) => kind);
    }, seen);
    // The news that the camera rests draws nothing.
    expect(kinds.indexOf('cameraSettled')).toBeLessThan(kinds.indexOf('frameDrawn'));
    expect(kinds).toContain('cameraSettled');
    const smooth = await screenOf(page);
    const { snapshot } = await captureOf(page, ['snapshot']);
    const inside = (x: number, y: number) => Math.hypot(x - 160, y - 160) < 60;
    expect(differenceOf(draft, smooth, 1, inside)).toBe(0);
    expect(differenceOf(draft, smooth, 8)).toBeGreaterThan(0);
    expect(differenceOf(draft, smooth, 8)).toBeLessThan(0.05);
    expect(differenceOf(smooth, light, 1)).toBeLessThan(0.002);
    expect(snapshot === null ? 1 : differenceOf(snapshot, smooth, 1, inside)).toBe(0);
  } finally {
    await tests.close();
  }
});

/** A bin that is open towards the camera; splinters within its floor make it one of many parts. */
const GREY = { colour: [0.15, 0.15, 0.15, 1] } as const;
const BIN: readonly BoxPlan[] = [
  { size: [4, 4, 0.4], centre: [0, 0, -3], ...GREY },
  ...[-1.8, 1.8].flatMap((at): BoxPlan[] => [
    { size: [0.4, 4, 6], centre: [at, 0, 0], ...GREY },
    { size: [4, 0.4, 6], centre: [0, at, 0], ...GREY },
  ]),
];
/** Green of the floor as if it saw all of the sky is 66, as it is 1. */
const OPEN = 40;
const SPLINTERS = Array.from(
  { length: 120 },
  (_, at): BoxPlan => ({
    ...GREY,
    size: [0.1, 0.1, 0.1],
    centre: [(at % 12) / 4 - 1.4, Math.floor(at / 12) / 4 - 1.2, -3],
  }),
);

test('what a product of many parts keeps from itself is found bit by bit, once the stage rests', async () => {
  const tests = await openViewerTests();
  try {
    const page = await openViewerPage(tests);
    const depth = (of: Pixels): number => of.at(160, 160)[1] ?? Number.NaN;
    await showModel(page, makeBoxes(BIN), [0, 0, 14]);
    await expect.poll(async () => depth(await screenOf(page))).toBeLessThan(OPEN);
    const few = depth(await screenOf(page));
    // While somebody holds the stage it is left for later.
    await page.mouse.move(30, 30);
    await page.mouse.down();
    await showModel(page, makeBoxes([...BIN, ...SPLINTERS]), [0, 0, 14]);
    expect(depth(await screenOf(page))).toBeGreaterThan(OPEN);
    await page.mouse.up();
    await expect.poll(async () => Math.abs(depth(await screenOf(page)) - few)).toBeLessThan(4);
  } finally {
    await tests.close();
  }
});
