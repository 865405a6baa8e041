import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, type Failure } from '../../../contract/failure.ts';
import type { TraceEvent, TraceJob } from '../../../tracer/trace-events.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { EngineDied } from './engine.ts';
import { createChannel } from './studio-channel.ts';

/** What the thread that makes the pictures of an order is given. */
export interface PictureOrder {
  readonly threadCount: number;
  readonly job: TraceJob;
  readonly places: StudioPlaces;
}

type TracedImage = Extract<TraceEvent, { kind: 'image' }>;

/** What happens while the pictures of an order are made; finished ones are encoded. */
export type StudioEvent =
  | Exclude<TraceEvent, TracedImage>
  | (Pick<TracedImage, 'kind' | 'imageIndex' | 'widthPx' | 'heightPx'> & EncodedPicture);

/** From the picture thread. `failure` is null for a bug. */
export type PictureReply =
  | { readonly kind: 'event'; readonly event: StudioEvent }
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly failure: Failure | null; readonly message: string };

/** Where the built files are. In the product all lie in `dist`. */
export interface StudioPlaces {
  /** `dist/server/studio-worker.js`. */
  readonly workerFile: string;
  /** `dist/server/tile-worker.js`: small, because each thread that traces compiles it again. */
  readonly tileWorkerFile: string;
  /** `dist/tracer`, holding `kernel.wasm` and `kernel-shared.wasm`. */
  readonly tracerFolder: string;
}

/** The built-in engine's machinery in Node. */
export interface StudioHost {
  /** Hex SHA-256 of the kernel: with the product version it says whether a recipe gives the same bytes again. */
  readonly kernelHash: string;
  /**
   * Makes the pictures of an order in threads of their own; the calling thread only passes events on.
   * See `tracer/trace-picture.ts` for the order of events and the failures.
   *
   * @param job Files are copied to the thread.
   * @param signal Ends the threads at once; the iteration then rejects with an `AbortError`.
   * @throws EngineDied when one of them ends by itself.
   */
  trace(job: TraceJob, signal: AbortSignal): AsyncGenerator<StudioEvent, void, undefined>;
}

/**
 * @param threadCount Tracing threads per order, at least 1. The picture does not depend on it.
 * @throws AppError `engine-unavailable` when the kernel was not built.
 */
export function createStudioHost(places: StudioPlaces, threadCount: number): StudioHost {
  const kernelHash = hashKernel(places.tracerFolder);
  return {
    kernelHash,
    async *trace(job, signal) {
      signal.throwIfAborted();
      const order: PictureOrder = { threadCount, job, places };
      const worker = new Worker(places.workerFile, { workerData: order });
      const channel = createChannel<StudioEvent>();
      const onAbort = () => channel.fail(abortError(signal));
      signal.addEventListener('abort', onAbort, { once: true });
      worker.on('message', (reply: PictureReply) => {
        if (reply.kind === 'event') channel.push(reply.event);
        else if (reply.kind === 'finished') channel.close();
        else channel.fail(toError(reply.failure, reply.message));
      });
      worker.on('error', (error) => channel.fail(new EngineDied(error.message)));
      worker.on('exit', (code) => channel.fail(new EngineDied(`the tracer ended with code ${code}`)));
      try {
        yield* channel.values();
      } finally {
        signal.removeEventListener('abort', onAbort);
        await worker.terminate();
      }
    },
  };
}

function hashKernel(folder: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(folder, 'kernel.wasm')))
      .digest('hex');
  } catch (cause) {
    throw new AppError({ code: 'engine-unavailable' }, { cause });
  }
}

function toError(failure: Failure | null, message: string): Error {
  if (failure === null) return new AppError({ code: 'engine-failed', reason: message });
  // One of the threads that trace tiles.
  return failure.code === 'engine-failed' ? new EngineDied(failure.reason) : new AppError(failure);
}

function abortError(signal: AbortSignal): Error {
  const { reason } = signal;
  return reason instanceof Error && reason.name === 'AbortError'
    ? reason
    : new DOMException('The render was cancelled', 'AbortError');
}
