import type { ComputeApi } from '../../contract/compute-api.ts';
import { encodeMasks } from './encode-masks.ts';
import { encodeWebp } from './encode-webp.ts';
import { hashFile } from './hash-file.ts';
import { inspectModel } from './inspect-model.ts';

/** Every computation in this thread: for tests of those who call them. */
export function createCompute(): ComputeApi {
  return { inspectModel, hashFile, encodeMasks, encodeWebp };
}
