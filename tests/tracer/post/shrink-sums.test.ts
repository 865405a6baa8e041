import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createSums } from '../../../src/tracer/accumulation.ts';
import { openFilters } from '../../../src/tracer/post/filter-passes.ts';
import { shrinkSums } from '../../../src/tracer/post/shrink-sums.ts';
import { buildKernel, TRACER_FOLDER } from '../../support/trace-host.ts';

beforeAll(buildKernel);

const openPlace = () => openFilters(readFileSync(join(TRACER_FOLDER, 'kernel.wasm')));

it('adds blocks up and counts their samples', async () => {
  const sums = createSums(4, 2, 3);
  sums.object.set([1, 2, 3, 3], 0);
  sums.object.set([5, 6, 7, 3], 4 * 5);
  const small = await shrinkSums(sums, 2, openPlace());
  expect(small).toMatchObject({ widthPx: 2, heightPx: 1, sampleCount: 12 });
  expect(Array.from(small.object.subarray(0, 4))).toEqual([6, 8, 10, 6]);
});

it('weighs the smaller blocks at the border as whole ones', async () => {
  const sums = createSums(3, 3, 1);
  sums.object.fill(1);
  const small = await shrinkSums(sums, 2, openPlace());
  expect(Array.from(small.object)).toEqual(Array.from({ length: 16 }, () => 4));
});

it('leaves small pictures at their size', async () => {
  expect(await shrinkSums(createSums(5, 4, 2), 8, openPlace())).toMatchObject({
    widthPx: 5,
    heightPx: 4,
    sampleCount: 2,
  });
});
