import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { AppError, type Failure } from '../../contract/failure.ts';
import { checkGltf } from '../../tracer/gltf/check-gltf.ts';
import type { GltfJson } from '../../tracer/gltf/gltf-json.ts';
import { unreadable } from '../../tracer/gltf/gltf-values.ts';
import { mendRotations } from '../../tracer/gltf/mend-document.ts';
import { parseGltf } from '../../tracer/gltf/read-glb.ts';
import { checkScene, checkSeen } from '../../tracer/scene/check-seen.ts';
import { findUntraceable, type Untraceable } from '../../tracer/scene/check-traceable.ts';
import { findArtefacts, withDescendants } from '../../tracer/scene/find-artefacts.ts';
import { measureModel } from '../../tracer/scene/measure-model.ts';
import { decodeGeometry, type ReadBinary } from './decode-geometry.ts';
import { readGeometry } from './read-geometry.ts';

/** One model for the thread to look at. */
export interface ModelJob {
  /** Transferred to the thread. */
  readonly jsonChunk: Uint8Array;
  readonly binaryBytes: number;
  /** True looks at its shapes, too, and unpacks what is compressed; the thread asks for their bytes. */
  readonly mustDecode: boolean;
}

/** From the thread: bytes of the BIN chunk that it waits for. They come as the answer. */
export interface BytesWanted {
  readonly start: number;
  readonly length: number;
}

/** The thread's one answer. `failure` is null for a bug. */
export type ModelReply =
  | { readonly untraceable: Untraceable }
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
    const json = parseGltf(job.jsonChunk);
    checkGltf(json, job.binaryBytes);
    if (job.mustDecode) {
      await checkDrawn(json, read);
      await decodeGeometry(json, read);
    }
    return { untraceable: findUntraceable(json) };
  } catch (error) {
    // Numbers of the file that led outside of it: nobody can read it, whatever the check that forgot them.
    const cause = error instanceof RangeError ? unreadable(error.message) : error;
    return { failure: cause instanceof AppError ? cause.failure : null, message: String(error) };
  }
}

/** What the page looks at before it opens a model. */
async function checkDrawn(json: GltfJson, read: ReadBinary): Promise<void> {
  checkScene(json);
  mendRotations(json);
  const skipped = withDescendants(json, findArtefacts(json));
  checkSeen(measureModel(json, await readGeometry(json, read), skipped));
}
