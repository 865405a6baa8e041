import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type Failure } from '../../contract/failure.ts';
import { checkGltf } from '../../tracer/check-gltf.ts';
import { listUntraceable } from '../../tracer/check-traceable.ts';
import type { GltfJson } from '../../tracer/gltf-json.ts';

/** One model for the thread to look at. */
export interface ModelJob {
  /** Transferred to the thread. */
  readonly jsonChunk: Uint8Array;
  readonly binaryBytes: number;
  /** Indices of materials whose own looks do not matter. */
  readonly dressedMaterials: readonly number[];
}

/** The thread's one answer. `failure` is null for a bug. */
export type ModelReply =
  | { readonly untraceable: string[] }
  | { readonly failure: Failure | null; readonly message: string };

if (parentPort !== null) parentPort.postMessage(inspect(workerData as ModelJob));

function inspect(job: ModelJob): ModelReply {
  try {
    const json = parse(job.jsonChunk);
    checkGltf(json, job.binaryBytes);
    return { untraceable: listUntraceable(json, job.dressedMaterials) };
  } catch (error) {
    return { failure: error instanceof AppError ? error.failure : null, message: String(error) };
  }
}

function parse(chunk: Uint8Array): GltfJson {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(chunk));
  } catch (cause) {
    throw new AppError({ code: 'model-unreadable', reason: 'the JSON chunk does not parse' }, { cause });
  }
  const version = (json as { asset?: { version?: unknown } } | null)?.asset?.version;
  if (typeof version !== 'string' || !/^2\.\d+$/.test(version)) {
    throw new AppError({ code: 'model-unreadable', reason: 'only glTF 2.x can be read' });
  }
  return json as GltfJson;
}
