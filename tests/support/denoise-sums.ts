import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Accumulation } from '../../src/tracer/accumulation.ts';
import { denoise, type PictureLayers } from '../../src/tracer/post/denoise.ts';
import { openFilters } from '../../src/tracer/post/filter-passes.ts';
import { buildKernel, TRACER_FOLDER } from './trace-host.ts';

/** Clean layers of sums, by the built filters on this thread. */
export function denoiseSums(sums: Accumulation, isPreview = false): Promise<PictureLayers> {
  buildKernel();
  return denoise(sums, openFilters(readFileSync(join(TRACER_FOLDER, 'kernel.wasm'))), isPreview);
}
