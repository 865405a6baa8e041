import { Worker } from 'node:worker_threads';
import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { SceneSpec } from '../../contract/render-spec.ts';
import { tooComplex } from '../../tracer/gltf/gltf-values.ts';
import {
  checkTriangles,
  findsGlass,
  listReplaced,
  nameUntraceable,
  type Untraceable,
} from '../../tracer/scene/check-traceable.ts';
import { createMutex } from '../process/mutex.ts';
import { readGlbHead, readRange, type StoredFiles } from './glb-head.ts';
import type { BytesWanted, ModelJob, ModelReply } from './model-worker.ts';

/** Far above what 64 MiB of JSON need; a hostile file ends the thread, not the server. */
const MEMORY_LIMIT_MB = 1_024;
const TIME_LIMIT_MS = 20_000;
/** 200,000 vertices of Draco take 0.2 s: the largest model that a stage shows, on a busy machine. */
const DECODE_LIMIT_MS = 60_000;

/** What is known of so many models stays in memory, those asked for last. */
const MAX_KNOWN = 1_000;
/** A list of more is looked up again each time: few models have any. */
const MAX_KNOWN_ENTRIES = 500;

/** Looks into stored models in a thread of its own, so that no file a person sends can hold up the others. */
export interface ModelInspector {
  /**
   * Checks a GLB and names what the built-in engine cannot draw of it. Bytes that were checked before are not read again.
   *
   * @param scene Of the recipe: what replaces the looks of the file's materials, and what is hidden.
   * @throws AppError `not-found`, `file-empty`, `model-unreadable`, `model-too-complex`.
   */
  inspect(
    hash: ContentHash,
    scene: Pick<SceneSpec, 'dressings' | 'hiddenNodes'>,
    signal: AbortSignal,
  ): Promise<string[]>;
  /**
   * Whether a model has glass in a scene, seen from wherever: what is behind it shows through in colours or bent.
   *
   * @throws AppError as {@link inspect}, but for what is too complex to be traced.
   */
  hasGlass(
    hash: ContentHash,
    scene: Pick<SceneSpec, 'dressings' | 'hiddenNodes' | 'variant'>,
    signal: AbortSignal,
  ): Promise<boolean>;
  /**
   * Checks a GLB that is to become somebody's model, down to its compressed shapes. One after the other.
   *
   * @throws AppError as {@link inspect}.
   */
  check(hash: ContentHash, signal: AbortSignal): Promise<void>;
}

/** @param workerFile Built from `model-worker.ts`. */
export function createModelInspector(storage: StoredFiles, workerFile: string): ModelInspector {
  // What unpacks takes a thread, and memory for a model's whole geometry: one model at a time.
  const inTurn = createMutex();
  // The bytes of a hash never change: they are looked into once, however many orders there are of them.
  const known = new Map<ContentHash, Promise<Untraceable>>();
  const keep = (hash: ContentHash, work: Promise<Untraceable>): void => {
    known.delete(hash);
    known.set(hash, work);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    const forget = (): void => {
      if (known.get(hash) === work) known.delete(hash);
    };
    work.then((found) => {
      const glass = found.glass.reduce((sum, [, parts]) => sum + parts.length, 0);
      const isLong = Object.values(found).some(({ length }) => length > MAX_KNOWN_ENTRIES);
      if (isLong || glass > MAX_KNOWN_ENTRIES) forget();
    }, forget);
  };
  /** Whoever asks next waits for the same look: no caller ends it. */
  const look = async (hash: ContentHash): Promise<Untraceable> => {
    const job = { ...(await readGlbHead(storage, hash)), mustDecode: false };
    return runWorker(workerFile, job, noBytes, TIME_LIMIT_MS, new AbortController().signal);
  };
  const find = (hash: ContentHash, signal: AbortSignal): Promise<Untraceable> => {
    signal.throwIfAborted();
    const work = known.get(hash) ?? look(hash);
    keep(hash, work);
    return orAbort(work, signal);
  };
  return {
    async inspect(hash, { dressings, hiddenNodes }, signal) {
      const found = await find(hash, signal);
      checkTriangles(found, hiddenNodes);
      return nameUntraceable(found, listReplaced(dressings));
    },
    async hasGlass(hash, scene, signal) {
      const found = await find(hash, signal);
      return findsGlass(found, scene);
    },
    check(hash, signal) {
      return inTurn(async () => {
        signal.throwIfAborted();
        const head = await readGlbHead(storage, hash);
        signal.throwIfAborted();
        const read = ({ start, length }: BytesWanted) =>
          readRange(storage, hash, head.binaryStart + start, length);
        const job = { ...head, mustDecode: true };
        const found = await runWorker(workerFile, job, read, DECODE_LIMIT_MS, signal);
        keep(hash, Promise.resolve(found));
      });
    },
  };
}

/** The work's end, or the signal's. The work goes on. */
async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

type ReadBytes = (wanted: BytesWanted) => Promise<DataView>;

function noBytes(): Promise<DataView> {
  throw new Error('only a check reads bytes');
}

async function runWorker(
  workerFile: string,
  job: ModelJob,
  read: ReadBytes,
  limitMs: number,
  signal: AbortSignal,
): Promise<Untraceable> {
  const worker = new Worker(workerFile, {
    workerData: job,
    transferList: [job.jsonChunk.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    return await new Promise<Untraceable>((resolve, reject) => {
      const give = (reason: 'time' | 'memory', details: string) => reject(tooComplex(reason, details));
      limit.addEventListener('abort', () =>
        signal.aborted ? reject(signal.reason) : give('time', 'it takes too long to read'),
      );
      worker.on('error', () => give('memory', 'it takes too much memory to read'));
      worker.on('exit', () => give('memory', 'the thread that read it ended'));
      worker.on('message', (reply: ModelReply | BytesWanted) => {
        if ('start' in reply) {
          read(reply).then(({ buffer }) => {
            // Handed over, not copied: both sides together hold a view once.
            worker.postMessage(new Uint8Array(buffer), [buffer as ArrayBuffer]);
          }, reject);
          return;
        }
        if ('untraceable' in reply) resolve(reply.untraceable);
        else reject(reply.failure === null ? new Error(reply.message) : new AppError(reply.failure));
      });
    });
  } finally {
    await worker.terminate();
  }
}
