import type { ComputeApi } from '../contract/compute-api.ts';
import { AppError } from '../contract/failure.ts';
import { connect, type Remote } from './rpc.ts';

/** A worker nobody called for this long gives its memory back: each is a JavaScript heap on an iPad. */
const IDLE_MS = 30_000;

/** Workers of the one computation that comes in batches; each may hold a decoded picture of 256 MB. */
const MAX_UPLOAD_WORKERS = 4;

/** A worker may be asked for any of them; each gets one kind of call, so that ending it ends nothing else. */
const METHODS = Object.keys({
  packModel: true,
  inspectModel: true,
  detectUpAxis: true,
  prepareEnvironment: true,
  readEnvironment: true,
  drawEnvironmentThumbnail: true,
  hashFile: true,
  encodeMasks: true,
  encodeWebp: true,
  drawGradient: true,
  encodeUpload: true,
  makeLabelPicture: true,
  drawPdf: true,
  drawThumbnail: true,
  averageColour: true,
  exportGlb: true,
  binariseMask: true,
  exportPicture: true,
  proofPicture: true,
  tagPicture: true,
  openProjectFile: true,
  writeZip: true,
  writeRecipe: true,
  readRecipe: true,
} satisfies Record<keyof ComputeApi, true>) as (keyof ComputeApi)[];

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
export function openCompute(): (signal?: AbortSignal) => ComputeApi {
  const open = (method: keyof ComputeApi): Lane =>
    method === 'encodeUpload' ? createPool(method) : createLane(method);
  const lanes = new Map(METHODS.map((method) => [method, open(method)]));
  return (signal) => {
    const run = (method: keyof ComputeApi, args: unknown[]) => lanes.get(method)!.run(args, signal);
    const calls = METHODS.map((method) => [method, (...args: unknown[]) => run(method, args)]);
    return {
      // What each takes and gives, its worker and the interface agree on: see `rpc.ts`.
      ...(Object.fromEntries(calls) as ComputeApi),
      inspectModel: async (...args) => JSON.parse((await run('inspectModel', args)) as string),
    };
  };
}

/** Several workers for one method: a call goes where the fewest wait. */
function createPool(method: keyof ComputeApi): Lane {
  const count = Math.min(MAX_UPLOAD_WORKERS, Math.max(1, navigator.hardwareConcurrency));
  const lanes = Array.from({ length: count }, () => ({ lane: createLane(method), waiting: 0 }));
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

function createLane(method: keyof ComputeApi): Lane {
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
    const started = new Worker(new URL('./compute/compute-worker.ts', import.meta.url), {
      type: 'module',
      name: method,
    });
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
