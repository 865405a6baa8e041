/// <reference path="../../../tracer/kernel/web-assembly.d.ts" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import { AppError } from '../../../contract/failure.ts';
import { createPartsMaker, type PartsMaker } from '../../../tracer/prepare-parts.ts';
import type { TraceHost, TraceJob, TraceWorkerPort } from '../../../tracer/trace-events.ts';
import { tracePicture } from '../../../tracer/trace-picture.ts';
import type { TraceReply } from '../../../tracer/trace-worker.ts';
import { encodePicture, encodePng } from './encode-picture.ts';
import { countKept } from './hero/count-kept.ts';
import { readParts } from './hero/plate-parts.ts';
import type { PictureReply, PictureThread, StudioPlaces } from './studio-host.ts';

/** What a thread that rests may hold of its last product: that of most. */
const KEPT_BYTES = 96 * 1024 ** 2;

if (parentPort !== null) serve(parentPort, workerData as PictureThread);

/** Makes the pictures of one order after the other. */
function serve(port: MessagePort, { places, threadCount }: PictureThread): void {
  const opened = open(places, threadCount);
  // Orders are told of it.
  opened.catch(() => {});
  port.on('message', (job: TraceJob) => void serveJob(port, job, opened));
}

interface Opened {
  readonly host: TraceHost;
  readonly parts: PartsMaker;
}

async function open(places: StudioPlaces, threadCount: number): Promise<Opened> {
  const host = await createTraceHost(places, threadCount);
  return { host, parts: createPartsMaker(host) };
}

async function serveJob(port: MessagePort, job: TraceJob, opened: Promise<Opened>): Promise<void> {
  const post = (reply: PictureReply, transfer: ArrayBuffer[] = []) => port.postMessage(reply, transfer);
  try {
    const { host, parts } = await opened;
    // A cancellation ends this thread from outside, so the signal in here never fires.
    const { signal } = new AbortController();
    for await (const event of tracePicture(job, host, signal, undefined, parts)) {
      if (event.kind === 'image') {
        const { kind, imageIndex, widthPx, heightPx, wide } = event;
        if (wide !== null) {
          const bytes = await encodePng({ widthPx, heightPx, rgba: wide }, 'display-p3');
          const layer = { kind: 'wide', bytes } as const;
          post({ kind: 'event', event: { kind: 'layer', imageIndex, layer } }, [bytes.buffer as ArrayBuffer]);
        }
        const { png, small } = await encodePicture(event);
        const kept = event.product === null ? null : countKept(event.product, event);
        const made = { kind, imageIndex, widthPx, heightPx, png, small, kept };
        post({ kind: 'event', event: made }, [png.buffer as ArrayBuffer, small.rgba.buffer as ArrayBuffer]);
        continue;
      }
      if (event.kind === 'parts') {
        const { kind, imageIndex, glassShare, floorY, bounds } = event;
        const parts = readParts(event.parts, event.reflection);
        const buffers = Object.values(parts).flatMap((bytes) =>
          bytes === null ? [] : [bytes.buffer as ArrayBuffer],
        );
        const told = { kind, imageIndex, glassShare, floorY, bounds, ...parts };
        post({ kind: 'event', event: told }, buffers);
        continue;
      }
      const bytes = 'rgba' in event ? event.rgba : 'layer' in event ? event.layer.bytes : null;
      post({ kind: 'event', event }, bytes === null ? [] : [bytes.buffer as ArrayBuffer]);
    }
    parts.trim(KEPT_BYTES);
    post({ kind: 'finished' });
  } catch (error) {
    const failure = error instanceof AppError ? error.failure : null;
    post({ kind: 'failed', failure, message: error instanceof Error ? error.message : String(error) });
  }
}

async function createTraceHost(places: StudioPlaces, threadCount: number): Promise<TraceHost> {
  const { resolve } = createRequire(import.meta.url);
  const compile = (path: string) => new WebAssembly.Module(readFileSync(path));
  await MeshoptDecoder.ready;
  return {
    threadCount,
    kernel: compile(join(places.tracerFolder, 'kernel.wasm')),
    sharedKernel: compile(join(places.tracerFolder, 'kernel-shared.wasm')),
    codecs: {
      png: compile(resolve('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')),
      jpeg: compile(resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')),
      webp: compile(resolve('@jsquash/webp/codec/dec/webp_dec.wasm')),
      avif: async () => compile(resolve('@jsquash/avif/codec/dec/avif_dec.wasm')),
      ktx2: async () => compile(resolve('three/addons/libs/basis/basis_transcoder.wasm')),
    },
    decoders: { draco: await draco.createDecoderModule(), meshopt: MeshoptDecoder },
    deflate: (bytes) => whole(deflateSync(bytes)),
    startWorker: () => startTileWorker(places.tileWorkerFile),
    now: () => performance.now(),
    pause: () => new Promise((done) => setImmediate(done)),
  };
}

/** On a buffer of its own, that can be handed over. */
function whole(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function startTileWorker(workerFile: string): TraceWorkerPort {
  const worker = new Worker(workerFile);
  return {
    post: (request) => worker.postMessage(request),
    listen(onReply, onCrash) {
      worker.on('message', (reply: TraceReply) => onReply(reply));
      worker.on('error', (error) => onCrash(error.message));
      worker.on('exit', (code) => onCrash(`a thread of the tracer ended with code ${code}`));
    },
    end: () => void worker.terminate(),
  };
}
