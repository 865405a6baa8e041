import { readModel } from '../../src/app/scene/obtain-model.ts';
import type { ComputeApi } from '../../src/contract/compute-api.ts';
import type { ModelReport } from '../../src/contract/model-report.ts';
import { detectUpAxis } from '../../src/workers/compute/gltf/detect-up-axis.ts';
import { inspectModel } from '../../src/workers/compute/gltf/inspect-model.ts';

/** What the import of a GLB finds out about it. */
export function readReport(glb: Uint8Array): Promise<ModelReport> {
  const compute = { inspectModel, detectUpAxis } as ComputeApi;
  return readModel({ compute: () => compute }, new Blob([new Uint8Array(glb)]), new AbortController().signal);
}
