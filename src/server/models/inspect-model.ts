import { Worker } from 'node:worker_threads';
import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { Storage } from '../storage/storage.ts';
import { readGlbHead } from './glb-head.ts';
import type { ModelJob, ModelReply } from './model-worker.ts';

/** Far above what 64 MiB of JSON need; a hostile file ends the thread, not the server. */
const MEMORY_LIMIT_MB = 1_024;
const TIME_LIMIT_MS = 20_000;

/** Looks into stored models in a thread of its own, so that no file a person sends can hold up the others. */
export interface ModelInspector {
  /**
   * Checks a GLB and names what the built-in engine cannot draw of it.
   *
   * @param dressedMaterials Indices of materials whose own looks do not matter.
   * @throws AppError `not-found`, `file-empty`, `model-unreadable`, `model-too-complex`.
   */
  inspect(hash: ContentHash, dressedMaterials: readonly number[], signal: AbortSignal): Promise<string[]>;
}

/** @param workerFile Built from `model-worker.ts`. */
export function createModelInspector(storage: Storage, workerFile: string): ModelInspector {
  return {
    async inspect(hash, dressedMaterials, signal) {
      const head = await readGlbHead(storage, hash);
      signal.throwIfAborted();
      return runWorker(workerFile, { ...head, dressedMaterials }, signal);
    },
  };
}

async function runWorker(workerFile: string, job: ModelJob, signal: AbortSignal): Promise<string[]> {
  const worker = new Worker(workerFile, {
    workerData: job,
    transferList: [job.jsonChunk.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  try {
    return await new Promise<string[]>((resolve, reject) => {
      const tooComplex = (reason: string) => reject(new AppError({ code: 'model-too-complex', reason }));
      limit.addEventListener('abort', () =>
        signal.aborted ? reject(signal.reason) : tooComplex('it takes too long to read'),
      );
      worker.on('error', () => tooComplex('it takes too much memory to read'));
      worker.on('exit', () => tooComplex('it cannot be read'));
      worker.on('message', (reply: ModelReply) => {
        if ('untraceable' in reply) resolve(reply.untraceable);
        else reject(reply.failure === null ? new Error(reply.message) : new AppError(reply.failure));
      });
    });
  } finally {
    await worker.terminate();
  }
}
