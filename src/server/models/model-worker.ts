import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { AppError, type Failure } from '../../contract/failure.ts';
import { checkGltf } from '../../tracer/check-gltf.ts';
import { listUntraceable } from '../../tracer/check-traceable.ts';
import type { GltfJson } from '../../tracer/gltf-json.ts';
import { unreadable } from '../../tracer/gltf-values.ts';
import { decodeGeometry, type ReadBinary } from './decode-geometry.ts';

/** One model for the thread to look at. */
export interface ModelJob {
  /** Transferred to the thread. */
  readonly jsonChunk: Uint8Array;
  readonly binaryBytes: number;
  /** Indices of materials whose own looks do not matter. */
  readonly dressedMaterials: readonly number[];
  /** True unpacks what is compressed, too; the thread asks for its bytes. */
  readonly mustDecode: boolean;
}

/** From the thread: bytes of the BIN chunk that it waits for. They come as the answer. */
export interface BytesWanted {
  readonly start: number;
  readonly length: number;
}

/** The thread's one answer. `failure` is null for a bug. */
export type ModelReply =
  | { readonly untraceable: string[] }
  | { readonly failure: Failure | null; readonly message: string };

if (parentPort !== null) parentPort.postMessage(await inspect(workerData as ModelJob, readFrom(parentPort)));

function readFrom(port: MessagePort): ReadBinary {
  return (start, length) => {
    const wanted: BytesWanted = { start, length };
    return new Promise((resolve) => {
      port.once('message', resolve);
      port.postMessage(wanted);
    });
  };
}

async function inspect(job: ModelJob, read: ReadBinary): Promise<ModelReply> {
  try {
    const json = parse(job.jsonChunk);
    checkGltf(json, job.binaryBytes);
    if (job.mustDecode) await decodeGeometry(json, read);
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
    throw unreadable('its JSON does not parse', 'json-damaged', cause);
  }
  const version = (json as { asset?: { version?: unknown } } | null)?.asset?.version;
  if (typeof version !== 'string' || !/^2\.\d+$/.test(version)) {
    throw unreadable('only glTF 2.x can be read', 'other-version');
  }
  return json as GltfJson;
}
