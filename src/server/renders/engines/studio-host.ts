import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, type Failure } from '../../../contract/failure.ts';
import type { TraceEvent, TraceJob } from '../../../tracer/trace-events.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { EngineDied } from './engine.ts';
import type { KeptCount } from './hero/count-kept.ts';
import type { ByteParts } from './hero/plate-parts.ts';
import { type Channel, createChannel } from './studio-channel.ts';

/** What the thread that makes pictures is given when it starts; each {@link TraceJob} comes as a message. */
export interface PictureThread {
  readonly threadCount: number;
  readonly places: StudioPlaces;
}

type TracedImage = Extract<TraceEvent, { kind: 'image' }>;
type TracedParts = Extract<TraceEvent, { kind: 'parts' }>;

/** What happens while the pictures of an order are made; finished ones are encoded, and parts are bytes. */
export type StudioEvent =
  | Exclude<TraceEvent, TracedImage | TracedParts>
  | (Pick<TracedParts, 'kind' | 'imageIndex' | 'glassShare' | 'floorY' | 'bounds'> & ByteParts)
  | (Pick<TracedImage, 'kind' | 'imageIndex' | 'widthPx' | 'heightPx'> &
      EncodedPicture & {
        /** Before surroundings that were painted: how the product came through. */
        readonly kept: KeptCount | null;
      });

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
   * @param job Files are copied to the thread; surroundings are handed over, and empty afterwards.
   * @param signal Ends the threads at once; the iteration then rejects with an `AbortError`.
   * @throws EngineDied when one of them ends by itself.
   */
  trace(job: TraceJob, signal: AbortSignal): AsyncGenerator<StudioEvent, void, undefined>;
  /** Starts the thread of the next order before that comes: its code is there by then. */
  warm(): void;
  /** Ends a thread that rests, and lets no other rest. */
  close(): Promise<void>;
}

/**
 * So long a thread waits for the next order after one that it finished: it has its code compiled, and saves half a second of
 * processor time. After larger pictures it is ended at once, for the memory that it may still hold.
 */
const REST_MS = 60_000;
const REST_PIXELS = 2 ** 21;

interface PictureWorker {
  readonly worker: Worker;
  /** Of the order at hand. */
  channel: Channel<StudioEvent> | null;
  isEnded: boolean;
}

/**
 * @param threadCount Tracing threads per order, at least 1. The picture does not depend on it.
 * @throws AppError `engine-unavailable` when the kernel was not built.
 */
export function createStudioHost(places: StudioPlaces, threadCount: number): StudioHost {
  const kernelHash = hashKernel(places.tracerFolder);
  let resting: { readonly picture: PictureWorker; readonly timer: NodeJS.Timeout } | null = null;
  let isClosed = false;
  const take = (): PictureWorker => {
    if (resting === null) return startPictureThread({ threadCount, places });
    const { picture, timer } = resting;
    resting = null;
    clearTimeout(timer);
    if (picture.isEnded) return take();
    picture.worker.ref();
    return picture;
  };
  const rest = (picture: PictureWorker): void => {
    picture.worker.unref();
    const timer = setTimeout(() => {
      resting = null;
      void picture.worker.terminate();
    }, REST_MS);
    resting = { picture, timer: timer.unref() };
  };
  return {
    kernelHash,
    warm() {
      if (resting === null && !isClosed) rest(startPictureThread({ threadCount, places }));
    },
    async *trace(job, signal) {
      signal.throwIfAborted();
      const picture = take();
      const channel = createChannel<StudioEvent>();
      picture.channel = channel;
      const onAbort = () => channel.fail(abortError(signal));
      signal.addEventListener('abort', onAbort, { once: true });
      let isFinished = false;
      try {
        picture.worker.postMessage(job, listHandedOver(job));
        yield* channel.values();
        isFinished = true;
      } finally {
        signal.removeEventListener('abort', onAbort);
        picture.channel = null;
        const isSmall = job.spec.widthPx * job.spec.heightPx <= REST_PIXELS;
        const rests = isFinished && isSmall && resting === null && !isClosed;
        if (rests && !picture.isEnded) rest(picture);
        else await picture.worker.terminate();
      }
    },
    async close() {
      isClosed = true;
      if (resting === null) return;
      const { picture, timer } = resting;
      resting = null;
      clearTimeout(timer);
      await picture.worker.terminate();
    },
  };
}

function startPictureThread(thread: PictureThread): PictureWorker {
  const worker = new Worker(thread.places.workerFile, { workerData: thread });
  const picture: PictureWorker = { worker, channel: null, isEnded: false };
  worker.on('message', (reply: PictureReply) => {
    if (reply.kind === 'event') picture.channel?.push(reply.event);
    else if (reply.kind === 'finished') picture.channel?.close();
    else picture.channel?.fail(toError(reply.failure, reply.message));
  });
  const end = (reason: string): void => {
    picture.isEnded = true;
    picture.channel?.fail(new EngineDied(reason));
  };
  worker.on('error', (error) => end(error.message));
  worker.on('exit', (code) => end(`the tracer ended with code ${code}`));
  return picture;
}

/** A buffer that holds something else as well cannot go: it is copied. */
function listHandedOver({ surroundings }: TraceJob): ArrayBuffer[] {
  return (surroundings ?? []).flatMap(({ rgba: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
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
