import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSquare } from '../../support/broken-models.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { changeGlb } from '../../support/change-glb.ts';
import type { Pixels } from '../../support/pixels.ts';
import {
  captureOf,
  differenceOf,
  openViewerPage,
  openViewerTests,
  showModel,
} from '../../support/viewer-page.ts';

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests);
});
afterAll(() => tests.close());

/** Where the product is seen. */
async function idsOf(glb: Uint8Array, from: readonly number[] = [2, 3, 6]): Promise<Pixels> {
  await showModel(page, glb, from);
  const { ids } = await captureOf(page, ['ids']);
  if (ids === null) throw new Error('nothing is drawn');
  return ids;
}

const CORNERS = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];

/** The square with its points a step apart; nothing follows the last of them. */
function makeStrided(
  strideFloats: number,
  offsetFloats: number,
  changed: readonly number[] = [],
): Uint8Array {
  const rows = new Float32Array(offsetFloats + 3 * strideFloats + 3).fill(7);
  for (let point = 0; point < 4; point++)
    rows.set(CORNERS.slice(point * 3, point * 3 + 3), offsetFloats + point * strideFloats);
  if (changed.length > 0) rows.set([0, 0, 0], offsetFloats + 2 * strideFloats);
  const numbers = new Uint32Array([0, 1, 2, 0, 2, 3]);
  const places = new Uint32Array([2]);
  const parts = [rows, numbers, ...(changed.length > 0 ? [places, new Float32Array(changed)] : [])];
  let end = 0;
  const views = parts.map(({ byteLength }, at) => {
    const byteOffset = end;
    end += byteLength;
    return { buffer: 0, byteOffset, byteLength, ...(at === 0 ? { byteStride: strideFloats * 4 } : {}) };
  });
  const binary = new Uint8Array(end);
  for (const [at, part] of parts.entries())
    binary.set(new Uint8Array(part.buffer), views[at]?.byteOffset ?? 0);
  const sparse = {
    count: 1,
    indices: { bufferView: 2, componentType: 5125 },
    values: { bufferView: 3 },
  };
  const points = { bufferView: 0, byteOffset: offsetFloats * 4, componentType: 5126, count: 4, type: 'VEC3' };
  return changeGlb(
    makeSquare(),
    {
      accessors: [
        changed.length > 0 ? { ...points, sparse } : points,
        { bufferView: 1, componentType: 5125, count: 6, type: 'SCALAR' },
      ],
      bufferViews: views,
      buffers: [{ byteLength: end }],
    },
    binary,
  );
}

test.each([
  ['a step apart', 4, 0, []],
  ['behind other numbers', 5, 2, []],
  ['over the end of a step', 4, 6, []],
  ['a step apart, one of which is replaced', 4, 0, [1, 1, 0]],
] as const)('points that lie %s are where they are', async (_name, stride, offset, changed) => {
  const plain = await idsOf(makeSquare({ positions: CORNERS }));
  expect(differenceOf(await idsOf(makeStrided(stride, offset, changed)), plain, 0)).toBe(0);
});
