import type { ComputeApi } from '../contract/compute-api.ts';
import { AppError } from '../contract/failure.ts';
import { connect, type Remote } from './rpc.ts';

/** A worker nobody called for this long gives its memory back: each is a JavaScript heap on an iPad. */
const IDLE_MS = 30_000;

/** Workers of the one computation that comes in batches; each may hold a decoded picture of 256 MB. */
const MAX_UPLOAD_WORKERS = 4;

/** How the workers start: the page passes nothing, a test its own. */
export type WorkerStarters = Readonly<Record<keyof ComputeApi, () => Worker>>;

interface Lane {
  run(args: unknown[], signal: AbortSignal | undefined): Promise<unknown>;
}

/**
 * Opens the compute workers: each method has its own, started on the first call, one call at a time, ended after
 * 30 s without one. `encodeUpload` has one for each core, four at most.
 *
 * @returns `compute(signal)`: the interface whose calls end when `signal` aborts. They reject with an AbortError, and
 *   the worker at work is ended. A worker that dies rejects its call with AppError `worker-crashed`; the next call
 *   starts another.
 */
export function openCompute(starters: WorkerStarters = STARTERS): (signal?: AbortSignal) => ComputeApi {
  const methods = Object.keys(starters) as (keyof ComputeApi)[];
  const open = (method: keyof ComputeApi): Lane =>
    (method === 'encodeUpload' ? createPool : createLane)(method, starters[method]);
  const lanes = new Map(methods.map((method) => [method, open(method)]));
  return (signal) => {
    const run = (method: keyof ComputeApi, args: unknown[]) => lanes.get(method)!.run(args, signal);
    const calls = methods.map((method) => [method, (...args: unknown[]) => run(method, args)]);
    return {
      // What each takes and gives, its worker and the interface agree on: see `rpc.ts`.
      ...(Object.fromEntries(calls) as ComputeApi),
      inspectModel: async (...args) => JSON.parse((await run('inspectModel', args)) as string),
    };
  };
}

// Vite finds a worker by this exact expression, so it cannot be folded.
const STARTERS: WorkerStarters = {
  packModel: () =>
    new Worker(new URL('./compute/entries/pack-model-entry.ts', import.meta.url), { type: 'module' }),
  inspectModel: () =>
    new Worker(new URL('./compute/entries/inspect-model-entry.ts', import.meta.url), { type: 'module' }),
  detectUpAxis: () =>
    new Worker(new URL('./compute/entries/detect-up-axis-entry.ts', import.meta.url), { type: 'module' }),
  hashFile: () =>
    new Worker(new URL('./compute/entries/hash-file-entry.ts', import.meta.url), { type: 'module' }),
  encodeMasks: () =>
    new Worker(new URL('./compute/entries/encode-masks-entry.ts', import.meta.url), { type: 'module' }),
  encodeWebp: () =>
    new Worker(new URL('./compute/entries/encode-webp-entry.ts', import.meta.url), { type: 'module' }),
  drawGradient: () =>
    new Worker(new URL('./compute/entries/draw-gradient-entry.ts', import.meta.url), { type: 'module' }),
  encodeUpload: () =>
    new Worker(new URL('./compute/entries/encode-upload-entry.ts', import.meta.url), { type: 'module' }),
  drawThumbnail: () =>
    new Worker(new URL('./compute/entries/draw-thumbnail-entry.ts', import.meta.url), { type: 'module' }),
  averageColour: () =>
    new Worker(new URL('./compute/entries/average-colour-entry.ts', import.meta.url), { type: 'module' }),
  exportGlb: () =>
    new Worker(new URL('./compute/entries/export-glb-entry.ts', import.meta.url), { type: 'module' }),
  binariseMask: () =>
    new Worker(new URL('./compute/entries/binarise-mask-entry.ts', import.meta.url), { type: 'module' }),
  exportPicture: () =>
    new Worker(new URL('./compute/entries/export-picture-entry.ts', import.meta.url), { type: 'module' }),
  openProjectFile: () =>
    new Worker(new URL('./compute/entries/open-project-file-entry.ts', import.meta.url), { type: 'module' }),
  writeZip: () =>
    new Worker(new URL('./compute/entries/write-zip-entry.ts', import.meta.url), { type: 'module' }),
  writeRecipe: () =>
    new Worker(new URL('./compute/entries/write-recipe-entry.ts', import.meta.url), { type: 'module' }),
  readRecipe: () =>
    new Worker(new URL('./compute/entries/read-recipe-entry.ts', import.meta.url), { type: 'module' }),
};

/** Several workers for one method: a call goes where the fewest wait. */
function createPool(method: keyof ComputeApi, start: () => Worker): Lane {
  const count = Math.min(MAX_UPLOAD_WORKERS, Math.max(1, navigator.hardwareConcurrency));
  const lanes = Array.from({ length: count }, () => ({ lane: createLane(method, start), waiting: 0 }));
  return {
    async run(args, signal) {
      const chosen = lanes.reduce((best, other) => (other.waiting < best.waiting ? other : best));
      chosen.waiting += 1;
      try {
        return await chosen.lane.run(args, signal);
      } finally {
        chosen.waiting -= 1;
      }
    },
  };
}

type AnyCompute = Record<string, (...args: unknown[]) => Promise<unknown>>;

function createLane(method: keyof ComputeApi, start: () => Worker): Lane {
  let running: { worker: Worker; remote: Remote<AnyCompute> } | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const stop = (reason: Error): void => {
    running?.worker.terminate();
    running?.remote.fail(reason);
    running = null;
  };
  const worker = (): Remote<AnyCompute> => {
    if (running !== null) return running.remote;
    const started = start();
    const remote = connect<AnyCompute>(started);
    const crash = (): void => {
      if (running?.worker === started) stop(new AppError({ code: 'worker-crashed', worker: method }));
    };
    started.addEventListener('error', crash);
    started.addEventListener('messageerror', crash);
    running = { worker: started, remote };
    return remote;
  };
  const execute = async (args: unknown[], signal: AbortSignal | undefined): Promise<unknown> => {
    if (signal?.aborted) throw aborted();
    clearTimeout(idleTimer);
    const remote = worker();
    const end = (): void => stop(aborted());
    signal?.addEventListener('abort', end);
    try {
      return await remote.api[method]?.(...args);
    } finally {
      signal?.removeEventListener('abort', end);
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => stop(new Error('idle')), IDLE_MS);
    }
  };
  return {
    run(args, signal) {
      const turn = last.catch(() => undefined).then(() => execute(args, signal));
      last = turn;
      if (signal === undefined) return turn;
      // A call that still waits for its turn is answered at once.
      return new Promise((resolve, reject) => {
        const leave = (): void => reject(aborted());
        if (signal.aborted) leave();
        signal.addEventListener('abort', leave);
        turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
      });
    },
  };
}

function aborted(): DOMException {
  return new DOMException('The computation was cancelled.', 'AbortError');
}
